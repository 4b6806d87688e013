package fast

import "math/rand/v2"

// A PuzzlePlayouter plays the random moves of playouts by itself. Searches of package montecarlo whose playouts are uniform
// otherwise call [Advancer] for each move. Games of two sides have
// [github.com/ply-search/ply/mcts.Playouter].
//
// Laws: the moves are legal, and follow from the position, legal and random alone; the game is then in the position after
// them.
type PuzzlePlayouter[M comparable] interface {
	// PlayRandom plays random moves until the game ends or most of them are played, most being at least 1. In each
	// position all legal moves are equally likely. It appends the moves to line and leaves them played.
	//
	// legal holds the moves of the present position, in any order, and its array is PlayRandom's to overwrite. rest are
	// the moves of the position at the end, in any order, in the same array if it is large enough; there are none if the
	// game is over.
	PlayRandom(random *rand.PCG, most int, legal, line []M) (rest, played []M)
}
