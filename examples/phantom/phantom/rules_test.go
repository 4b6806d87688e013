package phantom_test

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/phantom/phantom"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts/infoset"
)

func newGame() *phantom.Game { return new(phantom.Game) }

func TestLaws(t *testing.T) {
	long.Checks(t, 40, 40)
	gametest.Check(t, newGame)
}

// play plays cells as text.
func play(t testing.TB, cells ...string) *phantom.Game {
	t.Helper()
	g := newGame()
	for _, c := range cells {
		m, err := phantom.ParseMove(c)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
	}
	return g
}

func TestRules(t *testing.T) {
	g := play(t, "b2", "b2", "a1", "a1")
	// Both have found a stone: side 1 in the middle, and then side 0 in the corner.
	if g.ToMove() != 0 || g.Seen(0) != "O??\n?X?\n???\n" || g.Seen(1) != "O??\n?X?\n???\n" || len(g.Moves(nil)) != 7 {
		t.Errorf("side %d to move\n%s\n%s", g.ToMove(), g.Seen(0), g.Seen(1))
	}
	for _, c := range []struct {
		cells   []string
		outcome int // of the side to move
	}{
		{[]string{"a1", "a2", "b1", "b2", "c1"}, -1},
		{[]string{"a1", "a2", "b1", "a1", "b2", "a2", "a3", "c2"}, -1},
		{[]string{"a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"}, 0},
	} {
		if g := play(t, c.cells...); len(g.Moves(nil)) > 0 || g.Outcome() != c.outcome {
			t.Errorf("%v: outcome %d, moves %v", c.cells, g.Outcome(), g.Moves(nil))
		}
	}
	for _, text := range []string{"", "a", "a4", "d1", "a1 ", "A1"} {
		if m, err := phantom.ParseMove(text); err == nil {
			t.Errorf("%q is %v", text, m)
		}
	}
}

// A win in one move is found, whatever else there is.
func TestSearchesWinAtOnce(t *testing.T) {
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		// Side 0 has a1 and b2, and has found a stone at c1: c3 wins unless there is a stone.
		g := play(t, "a1", "c1", "b2", "a3", "c1")
		r, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 2000}, infoset.Options[phantom.Move]{View: view})
		if err != nil || r.Move.String() != "c3" {
			t.Errorf("%v: %v, %v", view, r.Move, err)
		}
	}
}

func BenchmarkInformationSets(b *testing.B) {
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		b.Run(view.String(), func(b *testing.B) {
			const simulations = 1000
			for b.Loop() {
				if _, err := infoset.Search(b.Context(), newGame(), ply.Limits{Nodes: simulations}, infoset.Options[phantom.Move]{View: view}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*simulations)/b.Elapsed().Seconds(), "simulations/s")
		})
	}
}
