package retrograde

import "time"

// Options are the options of [Solve].
type Options struct {
	// All solves every position for which SetIndex of the [Indexer] returns true, not only the positions that can be
	// reached from the present position.
	All bool

	// From contains the indices of further start positions. The positions reachable from them are solved as well. The
	// game must be an [Indexer].
	From []uint64

	// Conversion makes Plies of [Value] the number of plies until the game ends or leaves the class of the position
	// ([Classed]). By default, Plies is the number of plies until the game ends.
	Conversion bool

	// OutcomesOnly finds only outcomes: Plies of every [Value] is then [Endless]. A position takes two bits instead of
	// two bytes, and a third bit during the search. No state is saved in Folder before the end of the search. The game
	// must be an [Indexer] that is not [Classed]. Its outcomes must be 0, n and -n, with one number n for the whole
	// game.
	OutcomesOnly bool

	// Workers is the number of goroutines. 0 means 1. More than 1 requires a [ply.Cloner]. The result does not depend
	// on Workers.
	Workers int

	// Memory is the greatest amount of memory for positions, in bytes. 0 means no limit except the memory limit of the
	// program ([debug.SetMemoryLimit]). If more memory is needed, Solve returns an error that states the amount needed.
	Memory int64

	// Folder, if not empty, is the name of a folder for the state of the search. If the folder contains the state of an
	// interrupted search with the same game and options, Solve continues that search. If the folder does not exist, it
	// is created. The game must be an [Indexer].
	//
	// Solve saves the values of each class ([Classed]) when the class is solved; a game that is not Classed has one
	// class, which contains all positions. Solve saves the state of the current class about every two minutes, and
	// when ctx or a limit ends the search in stage "solve" ([Solution].Stage). The file "lock" locks the folder. Solve
	// returns an error if the state is of another game, or if another Solve in any process uses the folder.
	Folder string

	// Progress, if not nil, is called about ten times a second with the results so far, whose Status is [ply.InProgress].
	// Unless Solve returns an error, Progress is called once more with the final result. Progress must not play on the
	// game.
	Progress func(*Solution)

	saveEvery time.Duration // 0 for two minutes
}
