package block

import "github.com/ply-search/ply/transposition"

// Options configure a block search. The zero value searches all reachable positions, and stores enough of them to
// search no block twice.
type Options[M comparable] struct {
	// Table stores positions, to avoid searching them again. A position takes 8 bytes. The search first clears the table.
	// It then stores the root of each block, and the positions of the block that are reached from the root by moves of a
	// single sub-game. If Table is nil, positions are stored in memory that grows as needed.
	Table *transposition.Table

	// RootsOnly stores only the roots of blocks, which takes less memory; other positions may be searched again.
	RootsOnly bool

	// NoMemory stores no positions; Table and RootsOnly then have no effect. It is suitable for small games only.
	NoMemory bool

	// Incremental skips blocks that repeat an earlier block (incremental transpositions, Helmstetter 2007, section
	// 3.5). If two moves commute, and one order of the two moves has been searched, the search may skip the block that
	// the other order leads to. Many of these blocks are not in the table.
	Incremental bool

	// StopAtSolution ends the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search returns an error. Progress must not keep
	// the slices of a Result, because the search reuses them.
	Progress func(Result[M])
}
