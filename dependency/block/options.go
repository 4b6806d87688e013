package block

import "github.com/ply-search/ply/transposition"

// Options configure a block search. The zero value searches everything and remembers all necessary positions.
type Options[M comparable] struct {
	// Table remembers positions, to search none twice: the root of each block, from the start of its search, and at
	// the end the few positions that moves of a single sub-game reach from the root. A position takes 8 bytes. The
	// search first clears the table. If Table is nil, positions are kept in memory that grows.
	Table *transposition.Table

	// RootsOnly remembers only the roots of blocks.
	RootsOnly bool

	// NoMemory remembers no positions, and disables Table and RootsOnly. It is feasible for small games only.
	NoMemory bool

	// Incremental prunes incremental transpositions of whole blocks (Helmstetter 2007, section 3.5): on the faces of
	// a block, moves that commute with the move that led to the block and were tried before it. It detects them if
	// one part of a face lies entirely within another, and saves some blocks in addition to the table.
	Incremental bool

	// StopAtSolution ends the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search fails. It must not keep the slices of
	// earlier results, which the search reuses.
	Progress func(Result[M])
}
