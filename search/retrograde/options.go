package retrograde

import "time"

// Options are the options of [Solve].
type Options struct {
	// All solves every position that the game enumerates ([Indexer]), not only those that can be reached.
	All bool

	// From are the indices of further positions to start from. The game must be an Indexer.
	From []uint64

	// Conversion counts plies until the position leaves its class ([Classed]) or the game ends, instead of to the end.
	Conversion bool

	// OutcomesOnly finds the outcomes without plies, which are then [Endless]. It takes two bits for each position instead
	// of two bytes, a third bit during the search, and saves no state in the Folder before the end. It needs an [Indexer]
	// without classes whose only outcomes are win, draw and loss.
	OutcomesOnly bool

	// Workers is the number of goroutines. 0 means 1; more need a [ply.Cloner]. The result is the same for any number.
	Workers int

	// Memory is the most memory for positions, in bytes. 0 means no limit except the limit of the program
	// ([debug.SetMemoryLimit]). If more is needed, Solve returns an error with the amount as soon as it is known.
	Memory int64

	// Folder, if not empty, is a folder for the state, which lets Solve continue an interrupted or killed call with the
	// same game and options. It is made if it does not exist. The game must be an [Indexer]. A folder of another game is
	// an error, as is one in use by another Solve in any process, which holds the lock on the file "lock". The state of
	// the present class is saved about every two minutes, and when ctx or a limit ends the search while values are found.
	Folder string

	// Progress, if not nil, is called about ten times a second with the results so far, whose Status is [ply.InProgress],
	// and once at the end of a search without an error. It must not play on the game.
	Progress func(*Solution)

	saveEvery time.Duration // 0 for two minutes
}
