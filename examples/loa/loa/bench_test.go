package loa

import (
	"context"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
)

// BenchmarkPerft counts the lines of four moves from the start by package search and by a count written for this game, in
// turn, and reports million lines a second of the first and how fast it is compared with the other.
func BenchmarkPerft(b *testing.B) {
	const depth = 4
	g := Start()
	var generic, byHand time.Duration
	leaves := 0
	var stack []Move
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		n := handPerft(g, depth, &stack)
		byHand += time.Since(start)
		r, err := search.Perft(context.Background(), g, depth, search.PerftOptions{})
		if err != nil || r.Leaves != n {
			b.Fatal(r.Leaves, n, err)
		}
		generic += r.Elapsed
		leaves += n
	}
	b.ReportMetric(float64(leaves)/generic.Seconds()/1e6, "Mleaves/s")
	b.ReportMetric(byHand.Seconds()/generic.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op")
}

// handPerft counts the lines of a number of moves, at least one.
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

// BenchmarkSearch searches the start to depth five by package alphabeta and by an alpha-beta written for this game, in
// turn, without a table and in the order of Moves, and reports million nodes a second of the first and how fast it is
// compared with the other.
func BenchmarkSearch(b *testing.B) {
	const depth = 5
	g := Start()
	var generic, byHand time.Duration
	nodes := 0
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		h := handSearch{g: g}
		value := h.search(depth, -40000, 40000)
		byHand += time.Since(start)
		r, err := alphabeta.AlphaBeta(context.Background(), g, ply.Limits{}, alphabeta.Options[Move]{Depth: depth, Order: alphabeta.Unordered, Direct: true})
		if err != nil || r.Value != value || r.Nodes != h.nodes {
			b.Fatal(r.Value, value, r.Nodes, h.nodes, err)
		}
		generic += r.Elapsed
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/generic.Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(byHand.Seconds()/generic.Seconds(), "ratio")
	b.ReportMetric(0, "ns/op")
}

// A handSearch is alpha-beta written for this game.
type handSearch struct {
	g     *Game
	stack []Move
	nodes int
}

func (h *handSearch) search(depth, alpha, beta int) int {
	h.nodes++
	if depth == 0 {
		return h.g.Evaluate()
	}
	start := len(h.stack)
	h.stack = h.g.Moves(h.stack)
	end := len(h.stack)
	if start == end {
		return h.g.Outcome()
	}
	best := -40000
	for i := start; i < end; i++ {
		m := h.stack[i]
		h.g.Play(m)
		v := -h.search(depth-1, -beta, -alpha)
		h.g.Undo(m)
		best = max(best, v)
		if alpha = max(alpha, v); alpha >= beta {
			break
		}
	}
	h.stack = h.stack[:start]
	return best
}

// BenchmarkEvaluate measures the evaluation by hand where a search needs it: after each move of some positions.
func BenchmarkEvaluate(b *testing.B) {
	g := Start()
	var stack []Move
	nodes := 0
	for b.Loop() {
		stack = g.Moves(stack[:0])
		for _, m := range stack {
			g.Play(m)
			g.Evaluate()
			g.Undo(m)
		}
		nodes += len(stack)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/move")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFeatures measures the features of a side that is not in the cache.
func BenchmarkFeatures(b *testing.B) {
	g := Start()
	var f sideFeatures
	for b.Loop() {
		f.set(g.now.men[Black], g.centre)
	}
}
