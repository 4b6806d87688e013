package havannah_test

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// exhaust returns the value of a position, by all moves and with a map of the positions that were met, up to
// symmetry.
func exhaust(g *havannah.Game, known map[uint64]int) (value, positions int) {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome(), 1
	}
	hash := ply.CanonicalHash(g)
	if v, ok := known[hash]; ok {
		return v, 0
	}
	value, positions = -ply.MaxValue, 1
	for _, m := range moves {
		g.Play(m)
		v, n := exhaust(g, known)
		g.Undo(m)
		positions += n
		if value = max(value, -v); value == 1 {
			break // there is nothing better
		}
	}
	known[hash] = value
	return value, positions
}

// TestSolved solves the boards of size 2 and 3 by sampling and exhaustively.
func TestSolved(t *testing.T) {
	for _, test := range []struct {
		size  int
		moves []string // to begin with
	}{
		{2, nil},
		{3, long.Or(nil, []string{"b2", "a1", "d4", "e5"})},
	} {
		size := test.size
		g := play(t, size, test.moves...)
		known := map[uint64]int{}
		want, positions := exhaust(g, known)
		for _, decisive := range []mcts.Decisive{mcts.NoDecisive, mcts.DecisiveAlways} {
			r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 10_000_000},
				mcts.Options[havannah.Cell]{RAVE: mcts.RAVE{Weight: 50}, Decisive: decisive, Transpositions: true})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Solved() || r.Low != float64(want) {
				t.Errorf("size %d: proven %v to %v, %v; exhaustive search finds %d", size, r.Low, r.High, r.Status, want)
			}
			t.Logf("size %d, decisive moves %v: value %d after %d simulations, exhaustive search looked at %d positions",
				size, decisive, want, r.Nodes, positions)
			// The move is a best one.
			g.Play(r.Move)
			if v, _ := exhaust(g, known); -v != want {
				t.Errorf("size %d: %s is worth %d, the board %d", size, g.Name(r.Move), -v, want)
			}
			g.Undo(r.Move)
		}
	}
}

// BenchmarkProof proves by depth-first proof-number search that white wins a board of size 4 with eight stones, drawn games
// counting as lost.
func BenchmarkProof(b *testing.B) {
	opt := proof.Options[havannah.Cell]{Sum: 1, Widen: 0.25, Mobility: true, Table: transposition.NewTable(64 << 20)}
	g, nodes := play(b, 4, "d4", "c3", "e5", "b2", "a1", "g7", "f4", "c4"), 0
	for b.Loop() {
		if err := opt.Table.Reset(); err != nil {
			b.Fatal(err)
		}
		r, err := proof.Search(b.Context(), g, ply.Limits{}, opt)
		if err != nil || r.Answer != proof.Proved {
			b.Fatalf("%+v, error %v", r, err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// BenchmarkSolving proves the same by moves that can matter.
func BenchmarkSolving(b *testing.B) {
	nodes := 0
	for b.Loop() {
		solver, err := havannah.NewSolver(play(b, 4, "d4", "c3", "e5", "b2", "a1", "g7", "f4", "c4"), 1<<16, nil)
		if err != nil {
			b.Fatal(err)
		}
		r, err := solver.Solve(b.Context(), ply.Limits{})
		if err != nil || r.Winner != 0 {
			b.Fatalf("%+v, error %v", r, err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
