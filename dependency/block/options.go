package block

import "github.com/ply-search/ply/transposition"

// Options configure a block search. The zero value searches all reachable positions, and remembers the positions that are
// needed to search no block twice.
type Options[M comparable] struct {
	// Table stores positions, to avoid searching them again: the root of each block, when the search of the block begins,
	// and, when it ends, the few positions that moves of a single sub-game reach from the root. A position takes 8 bytes.
	// The search first clears the table. If Table is nil, positions are stored in memory that grows as needed.
	Table *transposition.Table

	// RootsOnly stores only the roots of blocks, which takes less memory; other positions may be searched again.
	RootsOnly bool

	// NoMemory stores no positions; Table and RootsOnly then have no effect. It is suitable for small games only.
	NoMemory bool

	// Incremental prunes incremental transpositions of whole blocks (Helmstetter 2007, section 3.5). On the faces of a
	// block, these are moves that commute with the move that led to the block and were tried before that move. They are
	// detected if one part of a face lies entirely within another. Incremental saves some blocks that the table does not
	// save.
	Incremental bool

	// StopAtSolution ends the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search returns an error. It must not keep the
	// slices of a Result, because the search reuses them.
	Progress func(Result[M])
}
