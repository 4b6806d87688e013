package twenty48_test

import (
	"testing"

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
		r, err := expectimax.Search(b.Context(), twenty48.From(board), expectimax.Options[twenty48.Move]{
			Depth: 7, Evaluator: twenty48.Evaluate, Highest: twenty48.MostExpected,
		})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
