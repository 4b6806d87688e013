package block

import (
	"context"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
)

// A Block is a root position together with one sequence of moves for each sub-game of a [Sequential] game. The moves of
// one sequence do not affect the other sequences. A Block may be used only in the body of the loop over [All].
type Block[M comparable] struct {
	// ID is the number of the block, from 0, in search order. Parent is the number of the block from which this block was
	// reached, or -1.
	ID, Parent int

	// Line leads from the start of the search to the root of the block.
	Line []M

	searcher *searcher[M]
	node     *node[M]
}

// Size returns the number of positions in the block: the product of (length + 1) over all sequences, at most
// [math.MaxInt].
func (b Block[M]) Size() int { return b.node.size() }

// Sequence appends the moves of sub-game x in the block to dst, and returns the extended slice.
func (b Block[M]) Sequence(x int, dst []M) []M {
	for _, t := range b.node.stages[x][:b.node.length(x)] {
		dst = append(dst, t.move)
	}
	return dst
}

// Positions plays through all positions of the block, the root first. The loop body runs once for each position, with
// the game in this position. It receives a slice with the number of moves played in each sequence. The loop body must
// not change the game, and must not keep the slice.
func (b Block[M]) Positions() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		played := make([]int, len(b.node.stages))
		var from func(x int) bool
		from = func(x int) bool {
			if x == len(played) {
				return yield(played)
			}
			line := len(b.searcher.line)
			defer func() {
				b.searcher.undoTo(line)
				played[x] = 0
			}()
			for i := 0; ; i++ {
				played[x] = i
				if !from(x + 1) {
					return false
				}
				if i == b.node.length(x) {
					return true
				}
				b.searcher.play(b.node.stages[x][i].move)
			}
		}
		from(0)
	}
}

// All performs the same search as [Search]. It yields each block before the blocks that are reached from this block. In
// the loop body, the game is at the root of the block; the body must not change the game. If the search fails, or if a
// limit or ctx ends the search, All finally yields an empty block and an error. If a limit or ctx ended the search,
// this error wraps the error that [ply.Status.Err] returns.
func All[G Sequential[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) iter.Seq2[Block[M], error] {
	return func(yield func(Block[M], error) bool) {
		broken := false
		s, err := searchBlocks[M](ctx, g, limits, opt, func(b Block[M]) bool {
			broken = !yield(b, nil)
			return !broken
		})
		if s != nil {
			if status := s.finish(err).Status; err == nil && status != ply.Complete && status != ply.Solved {
				err = fmt.Errorf("block: %w", status.Err())
			}
		}
		if err != nil && !broken {
			yield(Block[M]{}, err)
		}
	}
}
