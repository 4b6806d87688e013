package infoset_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/infoset"
	"github.com/ply-search/ply/rounds"
)

// TestPlayer compares the lines with the results of searches.
func TestPlayer(t *testing.T) {
	views := []infoset.View{infoset.MultipleObserver, infoset.SingleObserver, infoset.Determinized}
	for i, view := range views {
		opt := func() infoset.Options[int] {
			return infoset.Options[int]{View: view, Scale: 6, Workers: i, Random: rand.NewPCG(7, 7)}
		}
		g := rounds.Serialize(&testgames.Pennies{Rounds: 3, Prize: 2})
		s, err := infoset.NewSearcher(g, opt())
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			want, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 500}, opt())
			if err != nil {
				t.Fatal(err)
			}
			again, err := infoset.NewSearcher(g.Clone(), opt())
			if err != nil {
				t.Fatal(err)
			}
			a, err := again.Analyze(t.Context(), ply.Limits{Nodes: 500}, engine.Question[int]{Lines: 3})
			if err != nil || a.Nodes != 500 || len(a.Lines) != 2 || a.Lines[0].Move != want.Move || a.Lines[0].Visits < a.Lines[1].Visits {
				t.Errorf("%v: %+v, error %v, want %+v", view, a, err, want)
			}
			for _, m := range []int{0, 1} {
				a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 100}, engine.Question[int]{Lines: 2, Moves: []int{m}})
				if err != nil || len(a.Lines) != 1 || !slices.Equal(a.Lines[0].Line, []int{m}) || a.Lines[0].Visits != 100 {
					t.Errorf("%v: %+v, error %v, want 100 visits of %d", view, a, err, m)
				}
			}
			if err := s.Play(want.Move); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 {
			if err := s.Undo(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestPlayerAfter has a game that does not know how to draw.
func TestPlayerAfter(t *testing.T) {
	opt := func() infoset.Options[int] { return infoset.Options[int]{Random: rand.NewPCG(7, 7)} }
	line := []int{0, 0, 1}
	want, err := infoset.SearchAfter(t.Context(), new(testgames.Monty), line, ply.Limits{Nodes: 500}, opt())
	if err != nil {
		t.Fatal(err)
	}
	s, err := infoset.NewSearcher(new(testgames.Monty), opt())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range line {
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 500}, engine.Question[int]{})
	if err != nil || a.Nodes != 500 || a.Lines[0].Move != want.Move {
		t.Errorf("%+v, error %v, want %+v", a, err, want)
	}
	if _, err := infoset.NewSearcher(new(testgames.Monty), infoset.Options[int]{Progress: func(infoset.Result[int]) {}}); err == nil {
		t.Error("Progress is accepted")
	}
}
