package fast

// A Copier can become a copy of another game in place. Searches that often return to the same position, such as
// simulations of package mcts, copy that position instead of taking moves back one by one. This is faster if the game
// is small. G is the type of the game itself.
//
// Law: after CopyFrom, the game cannot be distinguished from other. The moves that led to the position can be taken
// back on either game. Moves played on one game do not change the other.
type Copier[G any] interface {
	CopyFrom(other G)
}
