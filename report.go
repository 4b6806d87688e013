package ply

import "time"

// A Report is the part common to the results of all searches, up to now in results passed to a Progress function.
type Report struct {
	Status  Status        // why the search ended; [Failed] if it returns an error
	Nodes   int           // the number of nodes, as [Limits].Nodes counts them
	Elapsed time.Duration // the time that the search has taken
}

// A Choice is a legal move of the searched position with the findings of the search, for the player who plays the move.
type Choice[M comparable] struct {
	Move M

	// Visits is the number of simulations or playouts that chose the move.
	Visits int

	// Value is the mean result of these: from -1 for a loss to 1 for a win or, if the search says so, in the units of the
	// game's outcomes. Without visits it is 0.
	Value float64

	// Low and High are proven bounds of the value or, if the search says so, a confidence interval.
	Low, High float64

	// Distance is the number of plies to the end of the game, this move included, if the move is proven to win or to lose;
	// otherwise 0. The winner can end the game within this number against any defence.
	Distance int
}
