package search

import (
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
)

// IterativeDeepening searches a space depth first with a bound of one move, of two, and so on, until
// a [ply.Puzzle] is solved, and so finds a shortest solution in the memory of one line of play. It
// also ends when there are no deeper positions, or with the bound [Options.MaxDepth]. The game may
// have cycles, but the space can be none that remembers positions.
//
// The counts of the result are sums over all bounds. If the deeper positions are many times as many
// as the others, the last bound takes most of the time.
func IterativeDeepening[M comparable](ctx context.Context, s Space[M], opt Options) (Result[M], error) {
	deepest := opt.MaxDepth
	if deepest == 0 {
		deepest = math.MaxInt
	}
	opt.MaxDepth, opt.StopAtSolution = 1, true
	if !s.tree() {
		return Result[M]{Status: ply.Failed}, fmt.Errorf("search: IterativeDeepening needs a space that remembers no positions: " +
			"one remembered may have been reached with fewer moves left")
	}
	w, err := newWalker(ctx, &s, &opt)
	if err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	for {
		w.cutByDepth = false
		if err := w.walk(&s); err != nil {
			return Result[M]{Status: ply.Failed}, err
		}
		if w.stopped || !w.cutByDepth || w.maxDepth == deepest {
			return w.finish(), nil
		}
		w.maxDepth++
		w.specialFrom = min(w.maxDepth, freshStack)
	}
}
