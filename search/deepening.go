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

// IterativeDeepening finds a shortest solution of a [ply.Puzzle], by number of moves, in memory for one line. It
// searches depth first with lines limited to one move, then to two, and so on, and stops at the first solution. It also
// ends after a round in which the limit cut off no line, or with [Space.MaxDepth] moves.
//
// The game may have cycles; without a solution the search ends only by a limit. The space must be [Tree] or
// [Incremental].
//
// If the number of positions grows quickly with the depth, the last round takes most of the time. In a game with one
// move per position, the time is quadratic in the length of the line.
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
