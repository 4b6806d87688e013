package chess

import (
	"context"
	"testing"
	"time"

	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// The numbers of lines of play of each number of moves, for chess from the Chess Programming Wiki (page "Perft Results").
// Those of Los Alamos chess of 4 to 6 moves from the start are in the test suites of Cute Chess and Fairy-Stockfish, that of
// 6 moves from the second position in the latter's. The others were counted by this package.
var perfts = []struct {
	variant *Variant
	fen     string
	leaves  []int
	brief   int // how many are counted by default
}{
	{Standard, Start, []int{1, 20, 400, 8902, 197281, 4865609, 119060324}, 6},
	{Standard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{1, 48, 2039, 97862, 4085603, 193690690}, 5},
	{Standard, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{1, 14, 191, 2812, 43238, 674624, 11030083}, 6},
	{Standard, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{1, 6, 264, 9467, 422333, 15833292}, 5},
	{Standard, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{1, 44, 1486, 62379, 2103487, 89941194}, 5},
	{Standard, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{1, 46, 2079, 89890, 3894594, 164075551}, 5},
	{LosAlamos, LosAlamosStart, []int{1, 10, 100, 1212, 14332, 191846, 2549164, 37054801}, 7},
	{LosAlamos, "6/2P3/6/1K1k2/6/6 w - - 0 1", []int{1, 8, 49, 508, 3117, 39171, 187431, 2610812}, 7},
}

func TestPerft(t *testing.T) {
	for _, p := range perfts {
		g := parse(t, p.variant, p.fen)
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

// BenchmarkPerftByHand measures the count beside two written for Los Alamos chess, in turn: one that lists the last moves as package
// search does, and one that only counts them. It reports how fast the count of package search is compared with each.
func BenchmarkPerftByHand(b *testing.B) {
	const depth = 6
	g := LosAlamos.New()
	var generic, listing, counting time.Duration
	var stack []Move
	for b.Loop() {
		start := time.Now()
		n := handPerft(g, depth, &stack)
		listing += time.Since(start)
		start = time.Now()
		if counted := handCount(g, depth, &stack); counted != n {
			b.Fatal(counted, n)
		}
		counting += time.Since(start)
		r, err := search.Perft(context.Background(), g, depth, search.PerftOptions{})
		if err != nil || r.Leaves != n {
			b.Fatal(r.Leaves, n, err)
		}
		generic += r.Elapsed
	}
	b.ReportMetric(listing.Seconds()/generic.Seconds(), "listing-ratio")
	b.ReportMetric(counting.Seconds()/generic.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op")
}

// handPerft counts the lines of a number of moves, at least one, and lists them all.
func handPerft(g *Game, depth int, stack *[]Move) int {
	start := len(*stack)
	*stack = g.Moves(*stack)
	end, n := len(*stack), 0
	if depth == 1 {
		n = end - start
	} else {
		for i := start; i < end; i++ {
			m := (*stack)[i]
			g.Play(m)
			n += handPerft(g, depth-1, stack)
			g.Undo(m)
		}
	}
	*stack = (*stack)[:start]
	return n
}

// handCount counts the lines of a number of moves, at least one, and does not list the last of each.
func handCount(g *Game, depth int, stack *[]Move) int {
	if depth == 1 {
		return g.countMoves()
	}
	start := len(*stack)
	*stack = g.Moves(*stack)
	end, n := len(*stack), 0
	for i := start; i < end; i++ {
		m := (*stack)[i]
		g.Play(m)
		n += handCount(g, depth-1, stack)
		g.Undo(m)
	}
	*stack = (*stack)[:start]
	return n
}
