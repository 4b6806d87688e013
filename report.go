package ply

import "time"

// A Report is common to the results of all searches: the end of the search and its cost. The result that a Progress
// function gets reports the search so far.
type Report struct {
	// Status tells why the search ended. A search that returns an error has [Failed].
	Status Status

	// Nodes is the number of nodes, as [Limits].Nodes counts them.
	Nodes int

	// Elapsed is the time that the search has taken.
	Elapsed time.Duration
}

// A Choice is a legal move of the position that was searched, with the findings of the search, for the player who plays
// the move.
type Choice[M comparable] struct {
	Move M

	// Visits is the number of simulations that chose the move, or of playouts that count for it.
	Visits int

	// Value is the mean result of these: from -1 for a loss to 1 for a win or, where the search says so, in the units of the
	// game's outcomes. Without visits it is 0.
	Value float64

	// Low and High are bounds of the value: those that are proven or, where the search says so, an interval of confidence.
	Low, High float64

	// Distance is the number of plies to the end of the game, this move included, if the move is proven to win or to lose;
	// otherwise 0. The winner can end the game in that many plies, against any defence.
	Distance int
}
