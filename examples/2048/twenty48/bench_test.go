package twenty48_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/2048/twenty48"
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
