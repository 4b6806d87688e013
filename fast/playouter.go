package fast

import "math/rand/v2"

// A PuzzlePlayouter plays many random moves in one call, for playouts of package montecarlo that choose all moves with
// equal probability. If the game is no PuzzlePlayouter, package montecarlo plays the moves one at a time with
// [Advancer]. The similar capability of games of two sides is [github.com/ply-search/ply/mcts.Playouter].
//
// Laws:
//   - The moves are legal, and depend only on the position, legal and random.
//   - The game is left in the position after the moves.
type PuzzlePlayouter[M comparable] interface {
	// PlayRandom plays random moves until the game ends, but no more moves than the argument most, which is at least 1.
	// In each position, all legal moves are equally likely. PlayRandom appends the moves to line and does not take them
	// back.
	//
	// legal contains the moves of the present position, in any order, in an array that PlayRandom may overwrite. rest
	// contains the moves of the position after the last move played, in any order, and is empty if the game is
	// finished. It uses the array of legal if that array is large enough. played is the extended line.
	PlayRandom(random *rand.PCG, most int, legal, line []M) (rest, played []M)
}
