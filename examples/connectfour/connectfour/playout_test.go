package connectfour

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/mcts"
)

// TestPlayout plays the lines of playouts again.
func TestPlayout(t *testing.T) {
	random := rand.NewPCG(1, 2)
	r := rand.New(random)
	for range 2000 {
		g := new(Game)
		for range r.IntN(30) {
			if moves := g.Moves(nil); len(moves) > 0 {
				g.Play(moves[r.IntN(len(moves))])
			}
		}
		before := *g
		var lines [2][]Drop
		outcome, n := g.Playout(random, false, &lines)
		if *g != before {
			t.Fatalf("the playout has changed\n%v", g)
		}
		if len(lines[0])+len(lines[1]) != n {
			t.Fatalf("%d and %d moves, want %d", len(lines[0]), len(lines[1]), n)
		}
		side := g.ToMove()
		var next [2]int
		for range n {
			at := g.ToMove()
			d := lines[at][next[at]]
			next[at]++
			legal := false
			for _, m := range g.Moves(nil) {
				legal = legal || m == d
			}
			if !legal {
				t.Fatalf("%v is illegal in\n%v", d, g)
			}
			g.Play(d)
		}
		want := g.Outcome()
		if g.ToMove() != side {
			want = -want
		}
		if len(g.Moves(nil)) != 0 || outcome != want {
			t.Fatalf("outcome %d, want %d of\n%v", outcome, want, g)
		}
	}
}

// TestUCT finds the move that wins at once, and the one that must be played against it.
func TestUCT(t *testing.T) {
	for line, want := range map[string]string{"112233": "4", "11223": "4"} {
		g, err := New(line)
		if err != nil {
			t.Fatal(err)
		}
		r, err := mcts.Search(context.Background(), g, mcts.Limits{MaxSimulations: 2000}, mcts.Options[Drop]{})
		if err != nil || r.Move.String() != want {
			t.Errorf("after %s: %v, error %v, want %s", line, r.Move, err, want)
		}
	}
}

// BenchmarkUCT grows a tree from the empty board by uniform playouts, and reports how many a second.
func BenchmarkUCT(b *testing.B) {
	const simulations = 1_000_000
	b.ReportAllocs()
	rate := 0.0
	for b.Loop() {
		r, err := mcts.Search(context.Background(), new(Game), mcts.Limits{MaxSimulations: simulations},
			mcts.Options[Drop]{Bandit: mcts.Hoeffding{K: 1}, MaxMemory: 1 << 30})
		if err != nil || r.Added != simulations {
			b.Fatalf("%d simulations, error %v", r.Added, err)
		}
		rate = float64(r.Added) / r.Elapsed.Seconds()
	}
	b.ReportMetric(rate/1e3, "kplayouts/s")
}

// BenchmarkPlayout plays from the empty board, without a tree.
func BenchmarkPlayout(b *testing.B) {
	random := rand.NewPCG(1, 2)
	g := new(Game)
	b.ReportAllocs()
	for b.Loop() {
		g.Playout(random, false, nil)
	}
}
