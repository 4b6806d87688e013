package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// IterativeDeepening finds a solution of a [ply.Puzzle] with the fewest moves. It stores only the current line. It
// searches in rounds: depth first all lines of at most one move, then all lines of at most two moves, and so on. It
// stops at the first solution. It also stops after the round with [Space.MaxDepth] moves, and after a round that
// searched every line to its end.
//
// The space must be [Tree] or [Incremental]. The game may have cycles, but if it has cycles and no solution, only a
// limit, ctx or [Space.MaxDepth] ends the search.
//
// If the number of positions grows quickly with the depth, the last round takes most of the time. In a game with one
// move in each position, the time is quadratic in the length of the line.
func IterativeDeepening[M comparable](ctx context.Context, s Space[M], limits ply.Limits, opt PathOptions[M]) (PathResult[M], error) {
	deepest := s.maxDepth
	if deepest == 0 {
		deepest = math.MaxInt
	}
	all := Options[M]{StopAtSolution: true, Visit: opt.Visit, Checkpoint: opt.Checkpoint}
	question := all.question(&s)
	s.maxDepth = min(1, deepest)
	var w *walker[M]
	path := func(r *Result[M]) PathResult[M] {
		return PathResult[M]{r.Report, r.Line, r.Found, len(r.Line), w.round}
	}
	if opt.Progress != nil {
		all.Progress = func(r Result[M]) { opt.Progress(path(&r)) }
	}
	w = newWalker(ctx, limits, &all)
	err := guard.Run(w.playing, func() error {
		if !s.tree() {
			return errDeepeningGraph
		}
		if _, ok := s.game.(ply.Puzzle); s.game != nil && !ok {
			return fmt.Errorf("search: IterativeDeepening needs a ply.Puzzle, which %T is not", s.game)
		}
		if err := w.prepare(&s, limits, &all); err != nil {
			return err
		}
		defer func() { w.run.End() }()
		if err := w.keep(&s, "iterative deepening", question); err != nil || w.ended {
			return err
		}
		return cmp.Or(w.deepen(deepest), w.saveEnd())
	})
	result, err := w.finish(err)
	return path(&result), err
}

var errDeepeningGraph = errors.New("search: IterativeDeepening needs a space that remembers no positions: " +
	"one remembered may have been reached with fewer moves left")

// deepen searches with limits that grow by one move.
func (w *walker[M]) deepen(deepest int) error {
	for {
		if w.again == nil {
			w.round, w.cutByDepth = w.nodes, false
		}
		if err := w.walk(); err != nil || w.stopped || !w.cutByDepth || w.maxDepth == deepest {
			return err
		}
		w.maxDepth++
		w.setSpecial()
	}
}
