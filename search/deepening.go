package search

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// IterativeDeepening finds a shortest solution of a [ply.Puzzle] in the memory of one line of play. It searches depth
// first with lines limited to one move, then to two, and so on, and stops at the first solution. It also ends
// when no line was cut off by the limit, or after the round with a limit of [Options.MaxDepth] moves.
//
// The game may have cycles: on one without a solution the search then ends only by a limit. The space must not remember
// positions, that is, it must be [Tree] or [Incremental].
//
// The counts of the result are sums over all rounds. If the number of positions grows quickly with the depth, the last
// round takes most of the time. In a game with one move per position, the time is quadratic in the length of the line.
func IterativeDeepening[M comparable](ctx context.Context, s Space[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	deepest := opt.MaxDepth
	if deepest == 0 {
		deepest = math.MaxInt
	}
	opt.MaxDepth, opt.StopAtSolution = min(1, deepest), true
	w := newWalker(ctx, limits, &opt)
	err := guard.Run(w.playing, func() error {
		if !s.tree() {
			return errDeepeningGraph
		}
		if _, ok := s.game.(ply.Puzzle); s.game != nil && !ok {
			return fmt.Errorf("search: IterativeDeepening needs a ply.Puzzle, which %T is not", s.game)
		}
		if err := w.prepare(&s, limits, &opt); err != nil {
			return err
		}
		return w.deepen(&s, deepest)
	})
	return w.finish(err)
}

var errDeepeningGraph = errors.New("search: IterativeDeepening needs a space that remembers no positions: " +
	"one remembered may have been reached with fewer moves left")

// deepen searches with one limit after the other.
func (w *walker[M]) deepen(s *Space[M], deepest int) error {
	for {
		w.cutByDepth = false
		if err := w.walk(s); err != nil || w.stopped || !w.cutByDepth || w.maxDepth == deepest {
			return err
		}
		w.maxDepth++
		w.setSpecial()
	}
}
