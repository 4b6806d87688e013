package block

import "github.com/ply-search/ply/transposition"

// Options configure a block search. The zero value searches all reachable positions, and stores enough of them to
// search no block twice.
type Options[M comparable] struct {
	// Table stores positions, to avoid searching them again. The root of a block is stored when the search of the block
	// begins. When the search of the block ends, the few positions that moves of a single sub-game reach from the root are
	// stored, too. A position takes 8 bytes. The search first clears the table. If Table is nil, positions are stored in
	// memory that grows as needed.
	Table *transposition.Table

	// RootsOnly stores only the roots of blocks, which takes less memory; other positions may be searched again.
	RootsOnly bool

	// NoMemory stores no positions; Table and RootsOnly then have no effect. It is suitable for small games only.
	NoMemory bool

	// Incremental prunes incremental transpositions of whole blocks (Helmstetter 2007, section 3.5). Let move a, on a face
	// of a block ([Search]), lead to a second block, and let move b be the next one on a face of the second block. Move b
	// is skipped if a and b commute and b was tried before a, on another face of the first block. The transposition is
	// detected only if the part of this other face from which b was tried contains all of its positions that are also in
	// the part from which a was tried. Incremental prunes some blocks that the table does not prune.
	Incremental bool

	// StopAtSolution ends the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far and
	// Status [ply.InProgress], and once with the final result unless the search returns an error. It must not keep the
	// slices of a Result, because the search reuses them.
	Progress func(Result[M])
}
