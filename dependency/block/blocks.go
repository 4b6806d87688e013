package block

import (
	"context"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
)

// A Block is a position, its root, with a sequence of moves for each sub-game that can be played
// independently of the sequences of the others. It is valid only in the body of the loop over [All].
type Block[M comparable] struct {
	// ID numbers the blocks in the order in which they are searched, from 0 on. Parent is the
	// number of the block that this one lies behind, or -1 for the first; Subgame is the one on
	// whose face it lies, and Line are the moves from the start to its root.
	ID, Parent, Subgame int
	Line                []M

	searcher *searcher[M]
	node     *node[M]
}

// Size returns the number of positions, the product of (length + 1) over all sequences, or math.MaxInt
// if there are more than that.
func (b Block[M]) Size() int { return b.node.size() }

// Sequence appends the moves of sub-game x to dst and returns the extended slice.
func (b Block[M]) Sequence(x int, dst []M) []M {
	for _, t := range b.node.stages[x][:b.node.length(x)] {
		dst = append(dst, t.move)
	}
	return dst
}

// Positions plays through all positions of the block, the root first, and yields for each how many moves
// of each sequence are played. While the body of the loop runs, the game is in that position; the body
// must play nothing and keep nothing.
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

// All is [Search] block by block: it yields each one before those behind it. While the body of
// the loop runs, the game is at the root of the block.
//
// If the search could not go through everything, the last pair is an empty block and an error that says
// why.
func All[G Sequential[M], M comparable](ctx context.Context, g G, opt Options[M]) iter.Seq2[Block[M], error] {
	return func(yield func(Block[M], error) bool) {
		broken := false
		s, err := searchBlocks[M](ctx, g, opt, func(b Block[M]) bool {
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
