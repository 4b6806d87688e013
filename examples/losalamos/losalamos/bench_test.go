package losalamos

import (
	"context"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// BenchmarkPerft counts the lines of play from the start and reports million positions a second whose moves were
// generated, and million lines counted.
func BenchmarkPerft(b *testing.B) {
	g := New()
	nodes, leaves, spent := 0, 0, time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		r, err := search.Perft(context.Background(), g, 6, search.PerftOptions{})
		if err != nil {
			b.Fatal(err)
		}
		nodes, leaves, spent = nodes+r.Nodes, leaves+r.Leaves, spent+r.Elapsed
	}
	b.ReportMetric(float64(nodes)/spent.Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(float64(leaves)/spent.Seconds()/1e6, "Mleaves/s")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkPerftByHand measures the count beside two written for this game, in turn: one that lists the last moves as package
// search does, and one that only counts them. It reports how fast the count of package search is compared with each.
func BenchmarkPerftByHand(b *testing.B) {
	const depth = 6
	g := New()
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

// BenchmarkEvaluate measures the evaluation of the middlegames.
func BenchmarkEvaluate(b *testing.B) {
	games := Middlegames()
	for b.Loop() {
		for _, g := range games {
			g.Evaluate()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(games)), "ns/position")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLadder searches the middlegames to depth 7 with one technique after the other switched on, and reports the
// nodes that takes and million nodes a second.
func BenchmarkLadder(b *testing.B) {
	const depth = 7
	table := newTable(1 << 18)
	for _, rung := range Ladder() {
		b.Run(rung.Name, func(b *testing.B) {
			games := Middlegames()
			nodes, spent := 0, time.Duration(0)
			for b.Loop() {
				for _, g := range games {
					table.Reset()
					r, err := rung.Search(context.Background(), g, ply.Limits{}, depth, table)
					if err != nil {
						b.Fatal(err)
					}
					nodes, spent = nodes+r.Nodes, spent+r.Elapsed
				}
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			b.ReportMetric(float64(nodes)/spent.Seconds()/1e6, "Mnodes/s")
		})
	}
}
