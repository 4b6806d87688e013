package fast

import "math/rand/v2"

// A PuzzlePlayouter plays random moves of playouts in one call, for the uniform playouts of package montecarlo, which
// otherwise call [Advancer] for each move. Games of two sides have [github.com/ply-search/ply/mcts.Playouter].
//
// Laws: the moves are legal, and depend only on the position, legal and random; the game is left after them.
type PuzzlePlayouter[M comparable] interface {
	// PlayRandom plays random moves until the game ends or most moves are played; most is at least 1. In each position all
	// legal moves are equally likely. It appends the moves to line and leaves them played.
	//
	// legal holds the moves of the present position, in any order, in an array that PlayRandom may overwrite. rest are the
	// moves of the position at the end, in any order, in the same array if large enough, none if the game is over.
	PlayRandom(random *rand.PCG, most int, legal, line []M) (rest, played []M)
}
