package infoset

import "fmt"

// A View tells which positions share statistics.
type View uint8

const (
	// MultipleObserver shares the statistics of a player's decision among all positions in which that player has the same
	// information (MO-ISMCTS).
	MultipleObserver View = iota

	// SingleObserver shares the statistics of all decisions among the positions in which the player at the root has the
	// same information and the same player is to move (SO-ISMCTS with partially observable moves).
	SingleObserver

	// Determinized shares nothing among the positions that are drawn: each has a tree of perfect information, and at the
	// end the trees vote with their simulations and their weights.
	Determinized

	views
)

// String returns "multiple observer", "single observer" or "determinized".
func (v View) String() string {
	if v >= views {
		return fmt.Sprintf("View(%d)", uint8(v))
	}
	return [...]string{"multiple observer", "single observer", "determinized"}[v]
}
