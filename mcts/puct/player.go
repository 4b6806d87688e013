package puct

import (
	"context"
	"errors"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/questions"
)

// NewSearcher returns a Searcher for players ([engine.New]) that grows a [Tree] and keeps it from move to move. Undo begins a new
// tree. With [Gumbel] and [Halving] the limits of each question need Nodes. It returns an error as [New] does, or if Progress is
// set, in place of which a question has Report.
func NewSearcher[G ply.AdversarialGame[M], M comparable](g G, evaluate Evaluator[G, M], opt Options[M]) (engine.Searcher[M], error) {
	if opt.Progress != nil {
		return nil, errors.New("puct: Progress is set, want a Question with Report")
	}
	t, err := New(g, evaluate, opt)
	if err != nil {
		return nil, err
	}
	return &searcher[G, M]{tree: t}, nil
}

type searcher[G ply.AdversarialGame[M], M comparable] struct {
	tree   *Tree[G, M]
	played []M
}

func (s *searcher[G, M]) Game() ply.Game[M] { return s.tree.slots[0].leaf.Position }

func (s *searcher[G, M]) Play(m M) error {
	if err := s.tree.Play(m); err != nil {
		return err
	}
	s.played = append(s.played, m)
	return nil
}

func (s *searcher[G, M]) Undo() error {
	last := len(s.played) - 1
	if last < 0 {
		return engine.ErrNothingToUndo
	}
	g := s.tree.slots[0].leaf.Position
	err := s.tree.change(func() error {
		g.Undo(s.played[last])
		return nil
	})
	if err != nil {
		return err
	}
	s.played = s.played[:last]
	return s.tree.Reset()
}

func (s *searcher[G, M]) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
	t := s.tree
	if err := q.Check(s.Game()); err != nil {
		return engine.Analysis[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	if q.Moves != nil && t.store.root != noNode && len(q.Moves) < int(t.store.nodes.At(t.store.root).count) {
		defer t.keepTo(q.Moves)()
	}
	defer func() { t.opt.Progress = nil }()
	shown := func(r Result[M]) engine.Analysis[M] { return s.answer(&r, &q) }
	return questions.Search(ctx, &q, shown, func(ctx context.Context, progress func(Result[M])) (Result[M], error) {
		t.opt.Progress = progress
		return t.Search(ctx, limits)
	})
}

// answer returns the best lines of a result.
func (s *searcher[G, M]) answer(r *Result[M], q *engine.Question[M]) engine.Analysis[M] {
	a := engine.Analysis[M]{Report: r.Report}
	root := s.tree.store.nodes.At(s.tree.store.root)
	best, lead := questions.Best(q, r.Moves, &r.Move)
	if !s.tree.opt.scheduled { // then visits say little of what is to come
		a.Lead = lead
	}
	for _, row := range best {
		i := slices.IndexFunc(s.tree.store.arcsOf(root), func(a arc[M]) bool { return a.move == row.Move })
		a.Lines = append(a.Lines, engine.Line[M]{Choice: row, Line: s.tree.line(root.first + uint32(i))})
	}
	return a
}

// keepTo has the tree search some moves of the root alone: all others count as lost, so no simulation chooses them. The function
// that it returns puts back what is known of these.
func (t *Tree[G, M]) keepTo(moves []M) (restore func()) {
	lost := int16(-t.full)
	n := t.store.nodes.At(t.store.root)
	before := *n
	arcs := t.store.arcsOf(n)
	kept := map[int][2]int16{}
	n.high = lost
	for i := range arcs {
		if a := &arcs[i]; !slices.Contains(moves, a.move) {
			kept[i] = [2]int16{a.low, a.high}
			a.low, a.high = lost, lost
		}
		n.high = max(n.high, arcs[i].high)
	}
	n.low = lost
	for i := range arcs {
		n.low = max(n.low, arcs[i].low)
	}
	if n.distance = 0; t.certain(n.low, n.high) {
		n.distance = t.distanceFrom(n)
	}
	t.only = moves
	return func() {
		n, arcs := t.store.nodes.At(t.store.root), t.store.arcsOf(t.store.nodes.At(t.store.root))
		n.low, n.high, n.distance, t.only = before.low, before.high, 0, nil
		high := lost
		for i := range arcs {
			a := &arcs[i]
			if b, ok := kept[i]; ok {
				a.low, a.high = b[0], b[1]
			}
			n.low, high = max(n.low, a.low), max(high, a.high)
		}
		if n.high = min(n.high, high); t.certain(n.low, n.high) {
			n.distance = t.distanceFrom(n)
		}
	}
}
