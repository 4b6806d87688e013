package block

import "errors"

// Options are the options of a block search. The zero value searches everything and remembers no positions.
type Options[M comparable] struct {
	// Memory remembers positions, so that they are not searched again. If it is nil, none are remembered. Of each block
	// it holds the root, from the beginning of the search of the block, and at the end the positions that are reached
	// from the root by moves of a single sub-game. These are few, so that a block can be searched without visiting all
	// its positions.
	//
	// Memory must be empty, since positions left by another search would be taken for searched. The search refuses a
	// memory that contains the present position, or that has a method Len which does not return 0.
	Memory Memory

	// RootsOnly makes Memory remember only the roots of blocks. It requires Memory.
	RootsOnly bool

	// Incremental cuts off incremental transpositions of whole blocks (Helmstetter 2007, section 3.5): on the faces of
	// a block, it skips the moves that commute with the move that led to the block and that were tried before it. It
	// recognizes those for which one part of a face lies entirely within another. It saves some blocks in addition to
	// Memory, but does not replace it: without Memory only small games can be searched.
	Incremental bool

	// StopAtSolution ends the search at the first solved position of a [ply.Puzzle].
	StopAtSolution bool

	// Progress, if not nil, is called about ten times a second with the result so far, whose Status is
	// [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called on the
	// goroutine that called the search. Before the end, the slices of the result belong to the search, and Progress
	// must not keep them.
	Progress func(Result[M])
}

func (o *Options[M]) check() error {
	if o.RootsOnly && o.Memory == nil {
		return errors.New("RootsOnly is set without a Memory")
	}
	return nil
}
