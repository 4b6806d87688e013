package fast

// A Copier becomes a copy of another game in place. Searches that return to one position often, such as simulations of
// package mcts, copy it instead of taking back move by move, which pays for small games. G is the game's own type.
//
// Law: after CopyFrom, the game cannot be told from the other one, and the moves that led to that position can be taken
// back on both. Moves played on one do not change the other.
type Copier[G any] interface {
	CopyFrom(other G)
}
