//go:build long

package neural_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/transposition"
)

// Kalah has six houses with four seeds and a store for each side. A side sows the seeds of one of its houses, one into
// each following pit, except the other's store. If the last one falls into its store, it moves again; if into its own
// empty house, it wins this seed and the seeds in the house opposite. When a side has no seeds in its houses, the game
// is over, and the other side keeps its own. Who has more has won.
type Kalah struct {
	kalah
	history []kalah
}

type kalah struct {
	pits [14]int8 // six houses and the store of side 0, then those of side 1
	side int
}

func newKalah() (*Kalah, error) {
	g := new(Kalah)
	for i := range g.pits {
		if i%7 != 6 {
			g.pits[i] = 4
		}
	}
	return g, nil
}

// seeds returns the seeds in the houses of a side.
func (g *Kalah) seeds(side int) (n int) {
	for _, seeds := range g.pits[7*side : 7*side+6] {
		n += int(seeds)
	}
	return n
}

func (g *Kalah) Moves(dst []int) []int {
	if g.seeds(0) == 0 || g.seeds(1) == 0 {
		return dst
	}
	for m := range 6 {
		if g.pits[7*g.side+m] > 0 {
			dst = append(dst, m)
		}
	}
	return dst
}

func (g *Kalah) Play(m int) {
	g.history = append(g.history, g.kalah)
	own, other := 7*g.side, 7*(1-g.side)
	at := own + m
	seeds := g.pits[at]
	g.pits[at] = 0
	for ; seeds > 0; seeds-- {
		if at = (at + 1) % 14; at == other+6 {
			at = (at + 1) % 14
		}
		g.pits[at]++
	}
	if at == own+6 {
		return // once more
	}
	if opposite := 12 - at; at >= own && at < own+6 && g.pits[at] == 1 && g.pits[opposite] > 0 {
		g.pits[own+6] += g.pits[opposite] + 1
		g.pits[at], g.pits[opposite] = 0, 0
	}
	g.side = 1 - g.side
}

func (g *Kalah) Undo(int) {
	last := len(g.history) - 1
	g.kalah, g.history = g.history[last], g.history[:last]
}

func (g *Kalah) ToMove() int { return g.side }

func (g *Kalah) Outcome() int {
	own, other := g.side, 1-g.side
	return int(g.pits[7*own+6]) + g.seeds(own) - int(g.pits[7*other+6]) - g.seeds(other)
}

func (g *Kalah) Hash() uint64 {
	h := uint64(g.side)
	for _, seeds := range g.pits {
		h = transposition.Mix(h<<7 ^ h>>57 ^ uint64(seeds))
	}
	return h
}

func (g *Kalah) Clone() *Kalah { return &Kalah{kalah: g.kalah} }

// mancala describes the game: the seeds of the side to move, and of the other.
var mancala = neural.Description[*Kalah, int]{
	Name:   "kalah 6x4",
	New:    newKalah,
	Planes: 14,
	Append: func(g *Kalah, dst []float32) []float32 {
		for i := range 14 {
			dst = append(dst, float32(g.pits[(7*g.side+i)%14])/8)
		}
		return dst
	},
	Moves:  6,
	Number: func(_ *Kalah, m int) int { return m },
}

var (
	tutorialTime = flag.Duration("tutorial", 2*time.Second, "how long the network of the tutorial learns")
	tutorialDir  = flag.String("tutorialdir", "", "its folder")
)

// TestTutorial is the program of the README.
func TestTutorial(t *testing.T) {
	gametest.Check(t, func() *Kalah { g, _ := newKalah(); return g })
	if err := mancala.Check(0); err != nil {
		t.Fatal(err)
	}
	dir := *tutorialDir
	if dir == "" {
		dir = t.TempDir()
	}
	ctx, cancel := context.WithTimeout(background, *tutorialTime)
	defer cancel()
	network, err := neural.Train(ctx, dir, mancala, neural.Options[int]{
		Architecture: neural.Dense{Hidden: []int{96, 64}},
		SelfPlay:     neural.SelfPlay{Simulations: 32, Opening: 10},
		Workers:      2,
	})
	if err != nil {
		t.Fatal(err)
	}
	player := neural.NewPlayer(network, mancala, ply.Limits{Nodes: 200}, neural.EvaluatorOptions{}, puct.Options[int]{})
	uct := func() arena.Player[*Kalah, int] {
		return func(ctx context.Context, g *Kalah, random *rand.Rand) (int, error) {
			r, err := mcts.Search(ctx, g, ply.Limits{Nodes: 1000}, mcts.Options[int]{Random: random})
			return r.Move, err
		}
	}
	games := 4
	if *tutorialTime > time.Minute {
		games = 200
	}
	match, err := arena.Match(background, arena.RandomOpening(4, newKalah), player, uct, arena.Options{Games: games, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	log, err := neural.ReadLog(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d generations; 200 evaluations against UCT with 1000 playouts: %v", len(log), match.Score)
}
