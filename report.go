package ply

import "time"

// A Report is the part that the results of all searches have in common. In a result passed to a Progress function, it
// describes the search so far.
type Report struct {
	Status  Status        // why the search ended; [Failed] if the search returns an error
	Nodes   int           // the number of nodes, as [Limits].Nodes counts them
	Elapsed time.Duration // the time that the search has taken
}

// A Choice is a legal move of the searched position with the results of the search for it. Values are given for the
// player who plays the move.
type Choice[M comparable] struct {
	Move M

	// Visits is the number of simulations or playouts that chose the move.
	Visits int

	// Value is the mean result of the visits, from -1 for a loss to 1 for a win. If Visits is 0, Value is 0. Some
	// searches give Value, Low and High in the units of the game's outcomes instead; their documentation says so.
	Value float64

	// Low and High are proved bounds on the value. In some searches, which document it, they are a confidence interval
	// instead.
	Low, High float64

	// If the move is proved to win or to lose, Distance is the number of plies to the end of the game, including the
	// move itself: the winner can end the game within Distance plies against any defence. Otherwise Distance is 0.
	Distance int
}
