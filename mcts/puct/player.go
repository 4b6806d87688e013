package puct

import (
	"context"
	"errors"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/questions"
)

// NewSearcher returns a Searcher for players ([engine.New]) that keeps one [Tree] from move to move. Its Undo begins a
// new tree. With [Gumbel] and [Halving], a limit of Nodes is required. NewSearcher returns an error in the cases in which
// [New] does, and if Progress is set: use [engine.Question].Report instead.
func NewSearcher[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](g G, evaluate Evaluator[G, M], opt Options[M]) (engine.Searcher[M], error) {
	if opt.Progress != nil {
		return nil, errors.New("puct: Progress is set, want a Question with Report")
	}
	t, err := New(g, evaluate, opt)
	if err != nil {
		return nil, err
	}
	return &searcher[G, M]{questions.Keep(ply.Game[M](g), t.Play, t.undo), t}, nil
}

type searcher[G position[M], M comparable] struct {
	questions.Kept[M]
	tree *Tree[G, M]
}

func (s *searcher[G, M]) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
	t := s.tree
	if err := q.Check(s.Game()); err != nil {
		return engine.Analysis[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	if q.Moves != nil && t.store.Root != noNode {
		n := t.store.Nodes.At(t.store.Root)
		if n.byChance {
			return engine.Analysis[M]{Report: ply.Report{Status: ply.Failed}}, errors.New("puct: Question.Moves cannot be used where chance is to move")
		}
		if len(q.Moves) < int(n.Count) {
			defer t.keepTo(q.Moves)()
		}
	}
	defer func() { t.opt.Progress = nil }()
	shown := func(r Result[M]) engine.Analysis[M] { return s.answer(&r, &q) }
	return questions.Search(ctx, &q, shown, func(ctx context.Context, progress func(Result[M])) (Result[M], error) {
		t.opt.Progress = progress
		return t.Search(ctx, limits)
	})
}

func (s *searcher[G, M]) answer(r *Result[M], q *engine.Question[M]) engine.Analysis[M] {
	a := engine.Analysis[M]{Report: r.Report}
	root := s.tree.store.Nodes.At(s.tree.store.Root)
	best, lead := questions.Best(q, r.Moves, &r.Move)
	if !s.tree.opt.scheduled { // then visits say little about the future
		a.Lead = lead
	}
	for _, row := range best {
		i := slices.IndexFunc(s.tree.store.arcsOf(root), func(a arc[M]) bool { return a.move == row.Move })
		a.Lines = append(a.Lines, engine.Line[M]{Choice: row, Line: s.tree.line(root.First + uint32(i))})
	}
	return a
}

// keepTo restricts the tree to some moves of the root: all others count as lost until restore is called.
func (t *Tree[G, M]) keepTo(moves []M) (restore func()) {
	full, before := int16(t.full), slices.Clone(t.store.arcsOf(t.store.Nodes.At(t.store.Root)))
	set := func(bounds func(i int) (low, high int16)) {
		n := t.store.Nodes.At(t.store.Root)
		for i, arcs := 0, t.store.arcsOf(n); i < len(arcs); i++ {
			if a := &arcs[i]; !slices.Contains(moves, a.move) {
				a.low, a.high = bounds(i)
			}
		}
		n.low, n.high, n.distance = -full, full, 0
		t.setBounds(n)
	}
	set(func(int) (low, high int16) { return -full, -full })
	t.only = moves
	return func() {
		set(func(i int) (low, high int16) { return before[i].low, before[i].high })
		t.only = nil
	}
}
