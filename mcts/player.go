package mcts

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/questions"
)

// NewSearcher returns a Searcher for players ([engine.New]) that grows a [Tree] and keeps it from move to move. Undo begins a new
// tree. With OpenLoop, and where chance is to move, a question about some moves only is an error. It returns an error as [New] does,
// or if Progress is set, in place of which a question has Report.
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
	return &searcher[M]{tree: t}, nil
}

type searcher[M comparable] struct {
	tree   *Tree[M]
	played []M
}

func (s *searcher[M]) Game() ply.Game[M] { return s.tree.game }

func (s *searcher[M]) Play(m M) error {
	if err := s.tree.Play(m); err != nil {
		return err
	}
	s.played = append(s.played, m)
	return nil
}

func (s *searcher[M]) Undo() error {
	last := len(s.played) - 1
	if last < 0 {
		return engine.ErrNothingToUndo
	}
	err := s.tree.change(func() error {
		s.tree.game.Undo(s.played[last])
		return nil
	})
	if err != nil {
		return err
	}
	s.played = s.played[:last]
	return s.tree.Reset()
}

// Analyze searches in parts, each of an eighth of the simulations so far but no more than a tenth of a second, and reports after
// each.
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

// answer returns the best lines of a result.
func (s *searcher[M]) answer(r *Result[M], q *engine.Question[M]) engine.Analysis[M] {
	var a engine.Analysis[M]
	best, lead := questions.Best(q, r.Moves, nil)
	a.Lead = lead
	for _, best := range best {
		a.Lines = append(a.Lines, engine.Line[M]{Choice: best, Line: s.tree.line(best.Move), Depth: r.Depth})
	}
	return a
}

// keepTo has all trees search some moves of the root alone: all others count as lost, so no simulation chooses them. The function
// that it returns puts back what is known of these.
func (t *Tree[M]) keepTo(moves []M) (restore func()) {
	type kept struct {
		root  bounds
		moves map[M]bounds
	}
	var all []kept
	for i, s := range t.stores {
		n, lost := s.nodes.At(s.root), boundsOf(-t.workers[i].utility, -t.workers[i].utility)
		k := kept{n.bounds, map[M]bounds{}}
		for j, arcs := 0, s.arcsOf(n); j < len(arcs); j++ {
			if a := &arcs[j]; !slices.Contains(moves, a.move) {
				k.moves[a.move] = a.bounds
				a.bounds = lost
			}
		}
		n.bounds = t.workers[i].boundsOfMoves(n)
		all = append(all, k)
	}
	return func() {
		for i, s := range t.stores {
			n := s.nodes.At(s.root)
			for j, arcs := 0, s.arcsOf(n); j < len(arcs); j++ {
				if b, ok := all[i].moves[arcs[j].move]; ok {
					arcs[j].bounds = b
				}
			}
			n.bounds = all[i].root.and(t.workers[i].boundsOfMoves(n))
		}
	}
}

// boundsOfMoves returns what the bounds of its moves say of a position in which a side is to move.
func (w *worker[M]) boundsOfMoves(n *node) bounds {
	low, high, longest, soonest := -w.utility, -w.utility, 0, math.MaxInt
	for i, arcs := 0, w.store.arcsOf(n); i < len(arcs); i++ {
		b := arcs[i].bounds
		low, high, longest = max(low, b.low()), max(high, b.high()), max(longest, b.distance())
		if b.low() == w.utility {
			soonest = min(soonest, b.distance())
		}
	}
	switch {
	case low == w.utility:
		return boundsOf(low, high).at(soonest + 1)
	case high == -w.utility:
		return boundsOf(low, high).at(longest + 1)
	}
	return boundsOf(low, high)
}
