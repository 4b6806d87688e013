package fast

// A Copier can become a copy of another game: CopyFrom(other) replaces the contents of the game by a copy of other.
// Searches that often return to the same position, such as simulations of package mcts, copy the position instead of
// taking moves back one by one. This is faster if the game is small. G is the type of the game itself.
//
// Law: after CopyFrom(other), the game cannot be distinguished from other. The moves that led to the position can be
// taken back on either game. Moves played on one game do not change the other.
type Copier[G any] interface {
	CopyFrom(other G)
}
