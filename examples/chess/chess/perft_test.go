package chess

import (
	"context"
	"testing"

	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// The numbers of lines of play of each number of moves, from the Chess Programming Wiki (page "Perft Results").
var perfts = []struct {
	fen    string
	leaves []int
	brief  int // how many are counted by default
}{
	{Start, []int{1, 20, 400, 8902, 197281, 4865609, 119060324}, 6},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{1, 48, 2039, 97862, 4085603, 193690690}, 5},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{1, 14, 191, 2812, 43238, 674624, 11030083}, 6},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{1, 6, 264, 9467, 422333, 15833292}, 5},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{1, 44, 1486, 62379, 2103487, 89941194}, 5},
	{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{1, 46, 2079, 89890, 3894594, 164075551}, 5},
}

func TestPerft(t *testing.T) {
	for _, p := range perfts {
		g := parse(t, p.fen)
		for depth, want := range p.leaves[:long.Or(len(p.leaves), p.brief)] {
			got, err := search.Perft(context.Background(), g, depth, search.PerftOptions{})
			if err != nil || got.Leaves != want {
				t.Errorf("%s, depth %d: %d lines, error %v, want %d", p.fen, depth, got.Leaves, err, want)
			}
		}
	}
}

// BenchmarkPerft reports million positions a second whose moves were generated, and million lines counted.
func BenchmarkPerft(b *testing.B) {
	g := New()
	nodes, leaves, seconds := 0, 0, 0.0
	b.ReportAllocs()
	for b.Loop() {
		r, err := search.Perft(context.Background(), g, 5, search.PerftOptions{})
		if err != nil {
			b.Fatal(err)
		}
		nodes, leaves, seconds = nodes+r.Nodes, leaves+r.Leaves, seconds+r.Elapsed.Seconds()
	}
	b.ReportMetric(float64(nodes)/seconds/1e6, "Mnodes/s")
	b.ReportMetric(float64(leaves)/seconds/1e6, "Mleaves/s")
	b.ReportMetric(0, "ns/op")
}
