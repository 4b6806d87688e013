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
	// PlayRandom plays random moves until the game ends. The argument most, at least 1, is the greatest number of
	// moves. In each position, all legal moves are equally likely. PlayRandom does not take the moves back. It appends
	// the moves to line, and returns the extended line as played.
	//
	// legal contains the moves of the present position, in any order. rest contains the moves of the position after the
	// last move played, in any order; it is empty if the game is finished. PlayRandom may overwrite the array of legal,
	// and returns rest in this array if the array is large enough.
	PlayRandom(random *rand.PCG, most int, legal, line []M) (rest, played []M)
}
