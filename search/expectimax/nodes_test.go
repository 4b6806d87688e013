package expectimax_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// tree is a random game of two sides who take turns, with a throw of dice after each move. Each move and each outcome
// adds something to the score of side 0, up to 20 for all of them together. Its positions are lines.
type tree struct {
	seed  uint64
	width int // of moves, and of outcomes
	depth int
	keys  []uint64 // of the positions on the line
	score []int
}

const mostScore = 20

func newTree(seed uint64, width, depth int) *tree {
	return &tree{seed: seed, width: width, depth: depth, keys: []uint64{transposition.Mix(seed)}, score: []int{0}}
}

func (g *tree) here() (key uint64, score int) {
	return g.keys[len(g.keys)-1], g.score[len(g.score)-1]
}

func (g *tree) Moves(dst []int) []int {
	if len(g.keys) > g.depth {
		return dst
	}
	for m := range g.width {
		dst = append(dst, m)
	}
	return dst
}

// Play changes the score by up to 1 for an outcome, and by up to 3 for a move.
func (g *tree) Play(m int) {
	key, score := g.here()
	key = transposition.Mix(key + uint64(m) + 1)
	step := int(key>>20%7) - 3
	if g.ToMove() == ply.Chance {
		step = int(key>>20%3) - 1
	}
	g.keys, g.score = append(g.keys, key), append(g.score, min(max(score+step, -mostScore), mostScore))
}

func (g *tree) Undo(int) { g.keys, g.score = g.keys[:len(g.keys)-1], g.score[:len(g.score)-1] }

func (g *tree) ToMove() int {
	switch n := len(g.keys) - 1; {
	case n < g.depth && n%2 == 1:
		return ply.Chance
	default:
		return n / 2 % 2
	}
}

func (g *tree) Outcome() int { return g.Evaluate() }

func (g *tree) Evaluate() int {
	_, score := g.here()
	if g.ToMove() == 1 {
		return -score
	}
	return score
}

func (g *tree) Probabilities(moves []int, dst []float64) []float64 {
	key, _ := g.here()
	sum := 0.0
	for i := range moves {
		sum += float64(1 + key>>(8*i)%4)
	}
	for i := range moves {
		dst = append(dst, float64(1+key>>(8*i)%4)/sum)
	}
	return dst
}

func (g *tree) Hash() uint64  { key, _ := g.here(); return key }
func (g *tree) Acyclic() bool { return true }

var nodesGames = flag.Uint64("games", long.Or[uint64](250, 60), "how many random games TestNodes searches")

// On random games all searches find the same value, to the last bit; Star1 looks at fewer positions than the reference, and
// Star2 at still fewer.
func TestNodes(t *testing.T) {
	type search func(ctx context.Context, g *tree, limits ply.Limits, opt options) (result, error)
	searches := []search{expectimax.Expectimax[*tree], expectimax.Star1[*tree], expectimax.Star2[*tree]}
	var nodes [3]int
	fewer := 0 // games where each looks at fewer
	random := rand.New(rand.NewPCG(1, 0))
	for seed := range *nodesGames {
		width := 3 + random.IntN(4)
		opt := options{Depth: 6, Range: [2]float64{-mostScore, mostScore}}
		var n [3]int
		var values [3]float64
		for i, s := range searches {
			opt.Table = newTable(t, 1<<14)
			r, err := s(t.Context(), newTree(seed, width, 6), unlimited, opt)
			if err != nil {
				t.Fatal(err)
			}
			n[i], values[i] = r.Nodes, r.Value
			nodes[i] += r.Nodes
		}
		if values[1] != values[0] || values[2] != values[0] {
			t.Fatalf("game %d: values %v", seed, values)
		}
		if n[2] < n[1] && n[1] < n[0] {
			fewer++
		}
	}
	t.Logf("%d games: %d nodes; in %d games each looks at fewer", *nodesGames, nodes, fewer)
	if !(nodes[2] < nodes[1] && nodes[1] < nodes[0]) {
		t.Errorf("nodes of Search, Star1 and Star2: %d", nodes)
	}
}

func ExampleStar2() {
	r, err := expectimax.Star2(context.Background(), newTree(7, 4, 6), ply.Limits{}, options{Range: [2]float64{-mostScore, mostScore}})
	fmt.Printf("move %d, value %.3f, %v\n", r.Line[0], r.Value, err)
	// Output:
	// move 0, value 2.643, <nil>
}
