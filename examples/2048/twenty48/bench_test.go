package twenty48_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/expectimax"
)

// midgame is a board of a game that has gone well so far.
const midgame = "0,4,8,2, 0,0,32,8, 0,128,64,4, 1024,512,0,2"

// BenchmarkExpectimax searches seven moves ahead, four slides and three new tiles, without a table.
func BenchmarkExpectimax(b *testing.B) {
	board, err := twenty48.ParseBoard(midgame)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	nodes := 0
	for b.Loop() {
		r, err := expectimax.Expectimax(b.Context(), twenty48.From(board), ply.Limits{}, expectimax.Options[twenty48.Move]{
			Depth: 7, Evaluator: twenty48.Evaluate, Range: [2]float64{0, twenty48.MostExpected},
		})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}

// BenchmarkPlayer chooses the slides of a game as a player does, with a table and without unlikely lines.
func BenchmarkPlayer(b *testing.B) {
	board, err := twenty48.ParseBoard(midgame)
	if err != nil {
		b.Fatal(err)
	}
	player, err := twenty48.NewPlayer(ply.Limits{Nodes: 300_000}, 0)
	if err != nil {
		b.Fatal(err)
	}
	g, random := twenty48.From(board), rand.New(rand.NewPCG(1, 0))
	b.ReportAllocs()
	for b.Loop() {
		m, err := player.Move(b.Context(), g)
		if err != nil {
			b.Fatal(err)
		}
		g.Play(m)
		tile, err := ply.DrawOutcome(g, random)
		if err != nil {
			b.Fatal(err)
		}
		g.Play(tile)
	}
	b.ReportMetric(float64(player.Nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(float64(player.Depths)/float64(player.Moves), "depth")
}

// A losing game counts as lost when it is over, so that a search aims at a long game.
type losing struct{ *twenty48.Game }

func (losing) Outcome() int { return -1 }

// BenchmarkOpenLoop plays games of PUCT, in which each tile that chance puts on the board has a node, and in an
// open loop. The values are the evaluations of the boards, relative to the evaluation of the board at the root, and
// all priors are equal. It reports points, and half the width of their 95 % interval.
func BenchmarkOpenLoop(b *testing.B) {
	for _, simulations := range []int{100, 1000} {
		for _, open := range []bool{false, true} {
			name := fmt.Sprintf("%d/closed", simulations)
			if open {
				name = fmt.Sprintf("%d/open", simulations)
			}
			b.Run(name, func(b *testing.B) {
				sum, squares := 0.0, 0.0
				for i := range b.N {
					points := playPUCT(b, simulations, open, rand.New(rand.NewPCG(uint64(i), 1)))
					sum += points
					squares += points * points
				}
				n := float64(b.N)
				b.ReportMetric(sum/n, "points")
				b.ReportMetric(1.96*math.Sqrt((squares-sum*sum/n)/max(n-1, 1)/n), "±points")
			})
		}
	}
}

func playPUCT(b *testing.B, simulations int, open bool, random *rand.Rand) (points float64) {
	const unit = 20_000 // a difference of evaluations that matters
	g := losing{new(twenty48.Game)}
	expectation := func(g losing) float64 { return twenty48.Evaluate(g.Game).Expectation() }
	for len(g.Moves(nil)) > 0 {
		m, err := twenty48.Move(0), error(nil)
		if g.ToMove() == ply.Chance {
			m, err = ply.DrawOutcome(g, random)
		} else {
			base := expectation(g)
			evaluate := func(_ context.Context, leaves []*puct.Leaf[losing, twenty48.Move]) error {
				for _, leaf := range leaves {
					leaf.Value = math.Tanh((expectation(leaf.Position) - base) / unit)
				}
				return nil
			}
			opt := puct.Options[twenty48.Move]{OpenLoop: open, Memory: 4 << 20}
			var r puct.Result[twenty48.Move]
			r, err = puct.Search(b.Context(), g, evaluate, ply.Limits{Nodes: simulations}, opt)
			m = r.Move
		}
		if err != nil {
			b.Fatal(err)
		}
		g.Play(m)
	}
	return float64(g.Board().Points())
}
