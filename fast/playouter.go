package fast

import "math/rand/v2"

// A PuzzlePlayouter plays many random moves in one call, for playouts of package montecarlo that choose all moves with
// equal probability. If the game is no PuzzlePlayouter, package montecarlo plays the moves one at a time with
// [Advancer]. The similar capability of games of two sides is [github.com/ply-search/ply/mcts.Playouter].
//
// Laws:
//   - The moves played are legal. They depend only on the position and the arguments of PlayRandom.
//   - The game is left in the position after the moves.
type PuzzlePlayouter[M comparable] interface {
	// PlayRandom plays random moves until the game ends, but at most as many moves as the argument most, which is at
	// least 1. In each position, all legal moves are equally likely. PlayRandom does not take the moves back. It
	// appends the moves to the slice line. The second result, played, is the extended slice.
	//
	// The argument legal contains the moves of the present position, in any order. The first result, rest, contains the
	// legal moves after the last move played, in any order; it is empty if the game is finished. PlayRandom may
	// overwrite the argument legal. If there is enough room, the result rest is stored in the memory of this argument.
	PlayRandom(random *rand.PCG, most int, legal, line []M) (rest, played []M)
}
