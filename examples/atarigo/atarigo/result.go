package atarigo

import (
	"time"

	"github.com/ply-search/ply"
)

// noMove is the move of a result without one.
const noMove Point = 64

// NoWinner is the winner of a result that is not known.
const NoWinner = -1

// A Result is what a solver found.
type Result struct {
	// Status tells why the search ended.
	Status ply.Status

	// Winner is the side that wins, Black or White, or NoWinner if the search was cut short or, with a limit on the
	// moves of the attacker, found no win.
	Winner int

	// Move is a move that wins for the side to move. HasMove tells whether there is one.
	Move Point

	// Played counts the stones placed, in secondary searches as well.
	Played int

	// Nodes counts the positions of the main search.
	Nodes int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// HasMove returns whether Move is a move.
func (r Result) HasMove() bool { return r.Move < noMove }
