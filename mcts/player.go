package mcts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/questions"
)

// NewSearcher returns a Searcher for players ([engine.New]) that keeps one [Tree] from move to move. Its Undo begins a
// new tree. A question about some of the legal moves ([engine.Question].Moves) is an error with OpenLoop and in positions
// of chance. NewSearcher returns an error in the cases in which [New] does, and if Progress is set: use
// [engine.Question].Report instead.
func NewSearcher[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](g G, opt Options[M]) (engine.Searcher[M], error) {
	if opt.Progress != nil {
		return nil, errors.New("mcts: Progress is set, want a Question with Report")
	}
	t, err := New(g, opt)
	if err != nil {
		return nil, err
	}
	return &searcher[M]{questions.Keep(t.game, t.Play, t.undo), t}, nil
}

type searcher[M comparable] struct {
	questions.Kept[M]
	tree *Tree[M]
}

// Analyze searches in parts, and reports after each part. The number of simulations in a part is an eighth of the
// number that the root already has. It is smaller if such a part would take more than about 0.1 seconds.
func (s *searcher[M]) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
	failed := engine.Analysis[M]{Report: ply.Report{Status: ply.Failed}}
	t := s.tree
	if err := q.Check(t.game); err != nil {
		return failed, err
	}
	if err := limits.Check(); err != nil {
		return failed, fmt.Errorf("mcts: %w", err)
	}
	if q.Moves != nil && len(q.Moves) < len(t.game.Moves(nil)) {
		if t.opt.OpenLoop || t.workers[0].byChance() {
			return failed, errors.New("mcts: Question.Moves cannot be used with OpenLoop, or where chance is to move")
		}
		defer t.keepTo(q.Moves)()
	}
	if limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	start := time.Now()
	nodes, part := 0, 1
	for {
		if limits.Nodes > 0 {
			part = min(part, limits.Nodes-nodes)
		}
		began := time.Now()
		r, err := t.Search(ctx, ply.Limits{Nodes: part})
		if err != nil {
			return failed, err
		}
		nodes += r.Nodes
		a := s.answer(&r, &q)
		a.Report = ply.Report{Status: r.Status, Nodes: nodes, Elapsed: time.Since(start)}
		if r.Status != ply.OutOfNodes || nodes == limits.Nodes || r.Nodes < part {
			return a, nil
		}
		a.Status = ply.InProgress
		if q.Report != nil && !q.Report(a) {
			a.Status = ply.Decided
			return a, nil
		}
		perPart := time.Since(began) + 1
		part = int(min(int64(1+r.Visits()/8), max(1, int64(part)*int64(100*time.Millisecond)/int64(perPart))))
	}
}

func (s *searcher[M]) answer(r *Result[M], q *engine.Question[M]) engine.Analysis[M] {
	var a engine.Analysis[M]
	best, lead := questions.Best(q, r.Moves, nil)
	a.Lead = lead
	for _, best := range best {
		a.Lines = append(a.Lines, engine.Line[M]{Choice: best, Line: s.tree.line(best.Move), Depth: r.Depth})
	}
	return a
}

// keepTo restricts all trees to some moves of the root: all others count as lost until restore is called.
func (t *Tree[M]) keepTo(moves []M) (restore func()) {
	var kept [][]bounds // of the moves of each root
	for i, s := range t.stores {
		var before []bounds
		w, n := t.workers[i], s.Nodes.At(s.Root)
		for j, arcs := 0, s.arcsOf(n); j < len(arcs); j++ {
			a := &arcs[j]
			before = append(before, a.bounds)
			if !slices.Contains(moves, a.move) {
				a.bounds = boundsOf(-w.utility, -w.utility)
			}
		}
		n.bounds = w.boundsOf(n)
		kept = append(kept, before)
	}
	return func() {
		for i, s := range t.stores {
			n := s.Nodes.At(s.Root)
			for j, arcs := 0, s.arcsOf(n); j < len(arcs); j++ {
				if a := &arcs[j]; !slices.Contains(moves, a.move) {
					a.bounds = kept[i][j]
				}
			}
			n.bounds = t.workers[i].boundsOf(n)
		}
	}
}
