package block

import "github.com/ply-search/ply/transposition"

// Options configure a block search. The zero value searches everything and remembers all positions that it needs to.
type Options[M comparable] struct {
	// Table remembers positions, so they are not searched again. Of each block it holds the root, from the beginning
	// of the search of the block, and at the end the positions that are reached from the root by moves of a single
	// sub-game. These are few, so a block can be searched without visiting all its positions. A position takes 8
	// bytes. The search clears the table at its beginning. Without a table, nil, positions are remembered in
	// a memory that grows.
	Table *transposition.Table

	// RootsOnly remembers only the roots of blocks.
	RootsOnly bool

	// NoMemory remembers no positions, and leaves Table and RootsOnly without effect. Only small games can be searched so.
	NoMemory bool

	// Incremental cuts off incremental transpositions of whole blocks (Helmstetter 2007, section 3.5): on the faces of
	// a block, it skips the moves that commute with the move that led to the block and that were tried before it. It
	// recognizes those for which one part of a face lies entirely within another. It saves some blocks in addition to
	// the blocks saved by the table.
	Incremental bool

	// StopAtSolution ends the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called on the
	// goroutine that called the search. Before the end, the slices of the result belong to the search, and Progress
	// must not keep them.
	Progress func(Result[M])
}
