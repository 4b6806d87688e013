package havannah

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts"
)

func TestInformedLaws(t *testing.T) {
	long.Checks(t, 50, 30)
	gametest.CheckEach(t, func(t *rapid.T) func() *Informed {
		size := rapid.IntRange(MinSize, 6).Draw(t, "size")
		k := Knowledge{Reach: rapid.Float32Range(0, 1000).Draw(t, "reach")}
		return func() *Informed {
			g, err := New(size)
			if err != nil {
				panic(err)
			}
			return &Informed{g, k}
		}
	}, gametest.Options{Length: 100, Ignore: []string{"Cells"}})
}

// positions calls visit in all positions of some random games.
func positions(t *testing.T, games int, visit func(g *Game)) {
	t.Helper()
	random := rand.New(rand.NewPCG(4, 4))
	for i := range games {
		g, err := New(3 + i%5)
		if err != nil {
			t.Fatal(err)
		}
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(moves[:0]) {
			visit(g)
			g.Play(moves[random.IntN(len(moves))])
		}
	}
}

// TestReach compares the edges and corners that moves reach with those that chains touch by flood fill.
func TestReach(t *testing.T) {
	counts := [9]int{}
	positions(t, long.Or(100, 20), func(g *Game) {
		informed := &Informed{g, Knowledge{Reach: 1}}
		b := &brute{Game: g, seen: make([]bool, len(g.marks))}
		side := g.ToMove()
		moves := g.Moves(nil)
		wins, simulations := make([]float32, len(moves)), make([]float32, len(moves))
		informed.PriorResults(moves, wins, simulations)
		for i, c := range moves {
			g.stones[c].colour = uint8(1 + side)
			clear(b.seen)
			edge, corner := uint(0), uint(0)
			for _, s := range b.flood(c, func(c Cell) bool { return g.stones[c].colour == uint8(1+side) }) {
				e, k := b.touches(s)
				edge, corner = edge|e, corner|k
			}
			g.stones[c].colour = nobody
			want := bits.OnesCount(edge) + bits.OnesCount(corner)
			if wins[i] != float32(want) || simulations[i] != wins[i] {
				t.Fatalf("%s: %v of %v, want %d\n%v", g.Name(c), wins[i], simulations[i], want, g)
			}
			counts[want]++
		}
	})
	if counts[0] == 0 || counts[1] == 0 || counts[2] == 0 || counts[3] == 0 {
		t.Errorf("counts %v: some never came", counts)
	}
}

// BenchmarkKnowledge measures simulations with and without knowledge.
func BenchmarkKnowledge(b *testing.B) {
	for _, size := range []int{5, 8} {
		strong, rave := Strong(size)
		for _, k := range []Knowledge{{}, strong} {
			b.Run(fmt.Sprintf("size=%d/reach=%v", size, k.Reach), func(b *testing.B) {
				g, err := New(size)
				if err != nil {
					b.Fatal(err)
				}
				opt := mcts.Options[Cell]{RAVE: mcts.RAVE{Weight: rave}, Bandit: mcts.Greedy{}, Decisive: mcts.DecisiveInTree, Memory: 1 << 30}
				tree, err := mcts.New(g, opt)
				if k != (Knowledge{}) {
					tree, err = mcts.New(&Informed{g, k}, opt)
				}
				if err != nil {
					b.Fatal(err)
				}
				b.ResetTimer()
				if _, err := tree.Search(context.Background(), ply.Limits{Nodes: b.N}); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
