package montana

import (
	"runtime"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/search"
)

// BenchmarkFigure315 measures the four speeds of Helmstetter 2007, figure 3.15, in million nodes a
// second: depth first with and without incremental transpositions, with and without a table of 4
// million entries. (His were, on a Pentium at 3 GHz: tree 20.4, ti 9.5, table 1.7, ti+table 3.4.)
//
// Each is measured beside the same search written by hand for Montana, in turn on the same deals, and
// reported as a ratio. Where there is a table, the hand-written search has the simplest there is.
func BenchmarkFigure315(b *testing.B) {
	const entries = 4 << 20
	memory := newTable(entries)
	table := make([]uint64, entries)
	var games []*Game
	for seed := range uint64(12) {
		g, _ := randomGame(b, 4, 13, seed, Base)
		games = append(games, g)
	}
	tests := []struct {
		name        string
		incremental bool
		table       []uint64
		budget      int // of nodes a deal, where the search would not end
		space       func(*Game) search.Space[Move]
	}{
		{"tree", false, nil, 2_000_000, func(g *Game) search.Space[Move] { return search.Tree(g) }},
		{"ti", true, nil, 0, func(g *Game) search.Space[Move] { return search.Incremental(g) }},
		{"table", false, table, 0, func(g *Game) search.Space[Move] { return search.Graph(g, memory) }},
		{"ti+table", true, table, 0, func(g *Game) search.Space[Move] { return search.IncrementalGraph(g, memory) }},
	}
	salt := uint64(0) // changes all keys, in place of clearing the table
	for _, test := range tests {
		b.Run(test.name, func(b *testing.B) {
			var nodes, byHand int
			var spent, spentByHand time.Duration
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				for _, g := range games {
					salt += 0x9e3779b97f4a7c15
					h := newHand(g, test.incremental, test.table, salt)
					h.budget = test.budget
					start := time.Now()
					byHand += h.count()
					spentByHand += time.Since(start)

					result, err := search.DepthFirst(background, test.space(g.Clone()), ply.Limits{Nodes: test.budget}, search.Options[Move]{})
					if err != nil {
						b.Fatal(err)
					}
					nodes += result.Nodes
					spent += result.Elapsed
					if test.table == nil && (h.solutions != result.Solutions || h.deepest != result.Depth) {
						b.Fatalf("%d solutions, depth %d; by hand %d, %d", result.Solutions, result.Depth, h.solutions, h.deepest)
					}
				}
			}
			runtime.ReadMemStats(&after)
			rate, rateByHand := float64(nodes)/spent.Seconds()/1e6, float64(byHand)/spentByHand.Seconds()/1e6
			b.ReportMetric(rate, "Mnodes/s")
			b.ReportMetric(rateByHand, "byhand-Mnodes/s")
			b.ReportMetric(rate/rateByHand, "ratio")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(nodes+byHand), "allocs/node")
			b.ReportMetric(0, "ns/op") // what an operation is says nothing here
		})
	}
}

// BenchmarkBlocks measures block search on the same deals, and in turn with it the same search written by
// hand for Montana and the depth-first search with a table that it is to be faster than. It reports the
// ratios of their times: above 1, block search is the faster.
func BenchmarkBlocks(b *testing.B) {
	for _, test := range []struct {
		name         string
		suits, deals int
		entries      int
		positions    int // at which a block search stops
	}{
		{"4x13", 4, 12, 4 << 20, 0},
		{"6x13", 6, 2, 16 << 20, 20_000_000},
	} {
		b.Run(test.name, func(b *testing.B) {
			memory := newTable(test.entries)
			table := make([]uint64, test.entries)
			var blocks, positions, byHand int
			var spent, spentByHand, spentDepthFirst time.Duration
			salt := uint64(0) // changes all keys, in place of clearing the table
			b.ReportAllocs()
			for b.Loop() {
				for seed := range uint64(test.deals) {
					g, _ := randomGame(b, test.suits, 13, seed, Base)
					result, err := block.Search(background, Sequential{g}, ply.Limits{Nodes: test.positions}, block.Options[Move]{Table: memory})
					if err != nil {
						b.Fatal(err)
					}
					blocks += result.Blocks
					positions += result.Nodes
					spent += result.Elapsed

					depthFirst, err := search.DepthFirst(background, search.Graph(g, memory), ply.Limits{Nodes: test.positions}, search.Options[Move]{})
					if err != nil {
						b.Fatal(err)
					}
					spentDepthFirst += depthFirst.Elapsed

					salt += 0x9e3779b97f4a7c15
					h := newHandBlocks(g, table, salt)
					h.most = test.positions
					start := time.Now()
					h.search(0)
					spentByHand += time.Since(start)
					byHand += h.positions
				}
			}
			b.ReportMetric(float64(spent.Nanoseconds())/float64(blocks), "ns/block")
			b.ReportMetric(float64(positions)/float64(blocks), "positions/block")
			b.ReportMetric(float64(spentByHand)/float64(byHand)*float64(positions)/float64(spent), "byhand-ratio")
			b.ReportMetric(spentDepthFirst.Seconds()/spent.Seconds(), "depthfirst-ratio")
			b.ReportMetric(0, "ns/op") // what an operation is says nothing here
		})
	}
}
