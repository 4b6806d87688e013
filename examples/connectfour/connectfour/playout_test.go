package connectfour

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
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
		r, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: 2000}, mcts.Options[Drop]{})
		if err != nil || r.Move.String() != want {
			t.Errorf("after %s: %v, error %v, want %s", line, r.Move, err, want)
		}
	}
}

// ruled is the game without playouts of its own.
type ruled struct{ game *Game }

func (r ruled) Moves(dst []Drop) []Drop { return r.game.Moves(dst) }
func (r ruled) Play(d Drop)             { r.game.Play(d) }
func (r ruled) Undo(d Drop)             { r.game.Undo(d) }
func (r ruled) ToMove() int             { return r.game.ToMove() }
func (r ruled) Outcome() int            { return r.game.Outcome() }
func (r ruled) Acyclic() bool           { return true }
func (r ruled) Clone() ruled            { return ruled{r.game.Clone()} }
func (r ruled) CopyFrom(other ruled)    { r.game.CopyFrom(other.game) }
func (r ruled) Advance(prev []Drop, i, t int, dst []Drop) ([]Drop, int) {
	return r.game.Advance(prev, i, t, dst)
}

// BenchmarkUCT grows trees from the empty board, in turn by the game's own playouts and by those that package mcts
// makes of its moves, and reports how many a second of each, and the median ratio of their speeds.
func BenchmarkUCT(b *testing.B) {
	const simulations = 50_000
	limits, opt := ply.Limits{Nodes: simulations}, mcts.Options[Drop]{Bandit: mcts.Hoeffding{K: 1}, Memory: 1 << 30}
	b.ReportAllocs()
	var spent [2]time.Duration
	var ratios []float64
	for b.Loop() {
		own, err := mcts.Search(context.Background(), new(Game), limits, opt)
		if err != nil || own.Nodes != simulations {
			b.Fatalf("%d simulations, error %v", own.Nodes, err)
		}
		generic, err := mcts.Search(context.Background(), ruled{new(Game)}, limits, opt)
		if err != nil || generic.Nodes != simulations {
			b.Fatalf("%d simulations, error %v", generic.Nodes, err)
		}
		spent[0] += own.Elapsed
		spent[1] += generic.Elapsed
		ratios = append(ratios, own.Elapsed.Seconds()/generic.Elapsed.Seconds())
	}
	slices.Sort(ratios)
	total := float64(b.N) * simulations / 1e3
	b.ReportMetric(total/spent[0].Seconds(), "kplayouts/s")
	b.ReportMetric(total/spent[1].Seconds(), "generic-kplayouts/s")
	b.ReportMetric(ratios[len(ratios)/2], "generic-ratio")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkGrowth measures what a simulation costs, and the memory that the tree takes, against the number of simulations.
func BenchmarkGrowth(b *testing.B) {
	for size := 1000; size <= 10_000_000; size *= 10 {
		b.Run(fmt.Sprintf("search=uct/size=%d", size), func(b *testing.B) {
			memory := int64(0)
			var total time.Duration
			for b.Loop() {
				tree, err := mcts.New(new(Game), mcts.Options[Drop]{Bandit: mcts.Hoeffding{K: 1}, Memory: 1 << 30})
				if err != nil {
					b.Fatal(err)
				}
				r, err := tree.Search(b.Context(), ply.Limits{Nodes: size})
				if err != nil || r.Nodes != size {
					b.Fatalf("%d simulations, error %v", r.Nodes, err)
				}
				total += r.Elapsed
				_, memory, _ = tree.Size()
			}
			b.ReportMetric(float64(total.Nanoseconds())/float64(b.N)/float64(size), "ns/unit")
			b.ReportMetric(float64(memory)/(1<<20), "MB")
		})
	}
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
