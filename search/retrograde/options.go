package retrograde

import "time"

// Options are the options of [Solve]. The zero value is useful.
type Options struct {
	// All solves every position that the game enumerates ([Indexer]), not only those that can be reached.
	All bool

	// From are the indices of further positions to start from, beside the present one. The game must be an Indexer.
	From []uint64

	// Distance tells what the plies of the values count.
	Distance Distance

	// Cell is the memory for each position of an [Indexer].
	Cell Cell

	// Workers is the number of goroutines. 0 means 1; more need a [ply.Cloner]. The result is the same for any number.
	Workers int

	// MaxMemory is the most memory for positions, in bytes. 0 means no limit but that of the program
	// ([debug.SetMemoryLimit]). If more is needed, that is an error that tells how much; it comes as soon as the need is
	// known.
	MaxMemory uint64

	// Folder, if not empty, is where the state is kept, so that Solve can go on where an earlier call with the same game
	// and options was interrupted, even by a kill. It is made if it does not exist. The game must be an [Indexer]. What
	// is in the folder of another game is an error, and so is a folder to which another Solve writes, of whatever process:
	// the file "lock" in it is locked until Solve returns.
	Folder string

	// SaveEvery is about the time between two states of a class that is being solved. 0 means 2 minutes. A search that ctx
	// or a limit ends while values are found keeps its state, too.
	SaveEvery time.Duration

	// Progress, if not nil, is called about ten times a second with what was found so far, whose Status is
	// [ply.InProgress], and once at the end of a search without an error. It is called on the goroutine of the caller,
	// and must not play on the game.
	Progress func(*Solution)
}

// A Distance tells what plies are counted to.
type Distance uint8

const (
	// ToEnd counts the plies to the end of the game.
	ToEnd Distance = iota

	// ToConversion counts the plies until the position leaves its class ([Classed]) or the game ends.
	ToConversion
)

// A Cell is the memory for the value of a position.
type Cell uint8

const (
	// TwoBytes hold up to 2046 successors of a position and, if a game can only be won, drawn or lost, up to 30 719
	// plies.
	TwoBytes Cell = iota

	// OneByte holds up to 60 successors and 191 plies, in a game without classes that can only be won, drawn or lost, in
	// which the sides alternate and the last move wins. If that is not so, or a position has more, Solve returns an error.
	OneByte

	// TwoBits hold the outcome without plies, in a game without classes that can only be won, drawn or lost. While they
	// are computed, a third bit is needed for each position, and no state is kept in the Folder before the end.
	TwoBits
)
