package flat_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/flat"
)

// TestPlayerLines compares the lines with the result of a search, and asks about some moves alone.
func TestPlayerLines(t *testing.T) {
	g, moves := (*testgames.Duel)(nil), []int(nil)
	for seed := uint64(0); len(moves) < 4; seed++ {
		g = testgames.RandomDuel(rand.New(rand.NewPCG(seed, 46)), 300, 6, 9, true)
		moves = g.Moves(nil)
	}
	for name, opt := range map[string]flat.Options[int]{
		"each":    {},
		"pruning": {Judge: flat.EachMove{Deviations: 1, After: 5}},
		"first":   {Judge: flat.AllAsFirst{}},
		"replies": {Replies: true},
		"K":       {Boltzmann: flat.Boltzmann{K: 1}},
		"workers": {Workers: 2},
	} {
		opt := func() flat.Options[int] { o := opt; o.Random = rand.NewPCG(1, 2); return o }
		want, err := flat.Search(t.Context(), g, ply.Limits{Nodes: 900}, opt())
		if err != nil {
			t.Fatal(name, err)
		}
		s, err := flat.NewSearcher(g, opt())
		if err != nil {
			t.Fatal(name, err)
		}
		a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 900}, engine.Question[int]{Lines: 99})
		if err != nil || a.Nodes != want.Nodes || len(a.Lines) != len(moves) || a.Lines[0].Move != want.Move || !slices.Equal(a.Lines[0].Line, want.Line) {
			t.Errorf("%s: %+v, error %v, want %+v", name, a, err, want)
		}
		for _, l := range a.Lines {
			if !slices.Contains(want.Moves, l.Choice) {
				t.Errorf("%s: %+v is not among %+v", name, l.Choice, want.Moves)
			}
		}
		some := []int{moves[3], moves[1]}
		a, err = s.Analyze(t.Context(), ply.Limits{Nodes: 900}, engine.Question[int]{Lines: 3, Moves: some})
		if err != nil || len(a.Lines) != 2 || !slices.Contains(some, a.Lines[0].Move) || !slices.Contains(some, a.Lines[1].Move) || a.Lines[0].Move == a.Lines[1].Move {
			t.Errorf("%s: %+v, error %v, want %v", name, a, err, some)
		}
		if name == "each" && (a.Lines[0].Visits != 450 || a.Lines[0].Value < a.Lines[1].Value) {
			t.Errorf("%s: %+v, want half of the playouts for each", name, a.Lines)
		}
	}
	if _, err := flat.NewSearcher(g, flat.Options[int]{Progress: func(flat.Result[int]) {}}); err == nil {
		t.Error("Progress is accepted")
	}
}
