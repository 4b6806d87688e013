package retrograde

import "time"

// Options are the options of [Solve]. The zero value is useful.
type Options struct {
	// All solves every position that the game enumerates ([Indexer]), not only those that can be reached.
	All bool

	// From are the indices of further positions to start from, beside the present one. The game must be an Indexer.
	From []uint64

	// Conversion counts plies not to the end of the game, but until the position leaves its class ([Classed]) or the game
	// ends.
	Conversion bool

	// OutcomesOnly finds the outcomes without plies, which are [Endless] then. It takes two bits for each position in place
	// of two bytes; while they are computed, a third bit is needed, and no state is kept in the Folder before the end. It is for
	// an [Indexer] without classes that can only be won, drawn or lost.
	OutcomesOnly bool

	// Workers is the number of goroutines. 0 means 1; more need a [ply.Cloner]. The result is the same for any number.
	Workers int

	// Memory is the most memory for positions, in bytes. 0 means no limit except the limit of the program
	// ([debug.SetMemoryLimit]). If more is needed, that is an error that tells how much; it comes as soon as the need is
	// known.
	Memory int64

	// Folder, if not empty, is where the state is kept, so that Solve can go on where an earlier call with the same game
	// and options was interrupted, even by a kill. It is made if it does not exist. The game must be an [Indexer]. What
	// is in the folder of another game is an error, and so is a folder to which another Solve writes, of whatever process:
	// the file "lock" in it is locked until Solve returns. The state of a class that is being solved is kept about every two
	// minutes, and when ctx or a limit ends the search while values are found.
	Folder string

	// Progress, if not nil, is called about ten times a second with the results so far, whose Status is
	// [ply.InProgress], and once at the end of a search without an error. It is called on the goroutine of the caller,
	// and must not play on the game.
	Progress func(*Solution)

	saveEvery time.Duration // 0 for two minutes
}
