package mcts_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// bestOf returns the exact value of the best of some moves, as the sign that counts without Scale.
func bestOf(g *testgames.Duel, moves []int) int {
	best, me := -2, g.ToMove()
	for _, m := range moves {
		g.Play(m)
		value := 0
		if next := g.Moves(nil); len(next) > 0 {
			value = bestOf(g, next)
		} else {
			value = max(-1, min(g.Outcome(), 1))
		}
		if g.ToMove() != me {
			value = -value
		}
		g.Undo(m)
		best = max(best, value)
	}
	return best
}

// TestSearcher proves the values of some moves, then of all, then of others, in one tree.
func TestSearcher(t *testing.T) {
	random := rand.New(rand.NewPCG(46, 1))
	games := 100
	if testing.Short() {
		games = 50
	}
	for i := range games {
		g := testgames.RandomDuel(random, 4+random.IntN(12), 1+random.IntN(4), 1, true)
		opt := mcts.Options[int]{Workers: random.IntN(3), Random: rand.NewPCG(uint64(i), 0)}
		if opt.Workers == 2 && random.IntN(2) == 0 {
			opt.Sharing = mcts.RootTrees
		}
		all := g.Moves(nil)
		if len(all) == 0 {
			continue
		}
		s, err := mcts.NewSearcher(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 6 {
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			some := all[:1+random.IntN(len(all))]
			q := engine.Question[int]{Moves: some, Lines: 1 + random.IntN(3)}
			if random.IntN(3) == 0 {
				q.Moves, some = nil, all
			}
			a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 5000}, q)
			if err != nil || len(a.Lines) != min(q.Lines, len(some)) {
				t.Fatalf("%+v, error %v", a, err)
			}
			want := bestOf(g, some)
			best := a.Lines[0]
			if !slices.Contains(some, best.Move) || a.Status != ply.Solved || best.Low > float64(want) || best.High < float64(want) ||
				bestOf(g, []int{best.Move}) != want {
				t.Fatalf("game %d with %+v, moves %v of %v: %+v, want value %d", i, opt, some, all, a, want)
			}
		}
	}
}

// TestSearcherParts checks that a searcher finds in parts the result of a tree's single search.
func TestSearcherParts(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 3)), 500, 5, 3, false)
	opt := func() mcts.Options[int] {
		return mcts.Options[int]{MaxLength: 40, NoSolver: true, Random: rand.NewPCG(5, 5)}
	}
	tree, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 2000}, opt())
	if err != nil {
		t.Fatal(err)
	}
	s, err := mcts.NewSearcher(g, opt())
	if err != nil {
		t.Fatal(err)
	}
	reports := 0
	a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 2000}, engine.Question[int]{Lines: 100, Report: func(engine.Analysis[int]) bool { reports++; return true }})
	if err != nil || a.Nodes != tree.Nodes || len(a.Lines) != len(tree.Moves) || a.Lines[0].Move != tree.Move ||
		a.Lead != a.Lines[0].Visits-a.Lines[1].Visits || !slices.Equal(a.Lines[0].Line, tree.Line) || reports < 20 {
		t.Fatalf("%+v after %d reports, error %v, want %+v", a, reports, err, tree)
	}
	for _, line := range a.Lines {
		if !slices.Contains(tree.Moves, line.Choice) {
			t.Errorf("%+v is not among %+v", line.Choice, tree.Moves)
		}
	}
	if err := s.Undo(); !errors.Is(err, engine.ErrNothingToUndo) {
		t.Error(err)
	}
	start := g.At
	for _, m := range a.Lines[0].Line {
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for range a.Lines[0].Line {
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 100}, engine.Question[int]{}); err != nil || a.Nodes != 100 || g.At != start {
		t.Errorf("after undoing all: %+v in node %d, error %v", a, g.At, err)
	}
}
