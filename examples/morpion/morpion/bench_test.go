package morpion

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// record returns the moves of one of the records.
func record(tb testing.TB, name string, v Variant) []Move {
	tb.Helper()
	file, err := Records().Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	moves, err := ReadRecord(file, v)
	if err != nil {
		tb.Fatal(err)
	}
	return moves
}

// after returns the position after these moves of a game.
func after(v Variant, moves []Move) *Game {
	g := New(v)
	for _, m := range moves {
		g.Play(m)
	}
	return g
}

// BenchmarkDepthFirst measures search.DepthFirst against a search written by hand for this game alone,
// in turn, on positions of the record of 170 moves: the medians of their speeds in million nodes a second
// and of the ratios.
func BenchmarkDepthFirst(b *testing.B) {
	moves := record(b, "5t-170-bruneau-1976.psol", FiveT)
	for _, bench := range []struct {
		name        string
		from        int // moves of the record
		table       bool
		incremental bool
	}{
		{"tree", 152, false, false},
		{"graph", 123, true, false},
		{"incremental", 123, false, true},
		{"incremental+graph", 123, true, true},
	} {
		b.Run(bench.name, func(b *testing.B) {
			g := after(FiveT, moves[:bench.from])
			hand := newByHand(g)
			hand.incremental = bench.incremental
			var (
				table *transposition.Table
				space search.Space[Move]
			)
			if bench.table {
				table = transposition.NewTable(8 << 22)
				var err error
				if hand.table, err = hashtable.NewBoundedSet(1 << 22); err != nil {
					b.Fatal(err)
				}
			}
			switch {
			case bench.table && bench.incremental:
				space = search.IncrementalGraph(g, table)
			case bench.table:
				space = search.Graph(g, table)
			case bench.incremental:
				space = search.Incremental(g)
			default:
				space = search.Tree(g)
			}
			first, hash := g.Moves(nil), g.Rehash()
			var library, byHand, ratio []float64
			var nodes int
			var before, now runtime.MemStats
			runtime.ReadMemStats(&before)
			for b.Loop() {
				result, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[Move]{Longest: true})
				if err != nil {
					b.Fatal(err)
				}
				if hand.table != nil {
					hand.table.Reset()
				}
				start := time.Now()
				hand.search(first, hash)
				elapsed := time.Since(start)
				// A table that forgets makes the number of nodes depend on their order, which differs.
				exact := !bench.table || bench.incremental
				if exact && (hand.nodes != result.Nodes || hand.leaves != result.Leaves) || len(hand.longest) != len(result.Line) {
					b.Fatalf("by hand %d nodes, %d leaves, %d moves; want %d, %d, %d",
						hand.nodes, hand.leaves, len(hand.longest), result.Nodes, result.Leaves, len(result.Line))
				}
				nodes += result.Nodes + hand.nodes
				library = append(library, float64(result.Nodes)/result.Elapsed.Seconds()/1e6)
				byHand = append(byHand, float64(hand.nodes)/elapsed.Seconds()/1e6)
				ratio = append(ratio, library[len(library)-1]/byHand[len(byHand)-1])
			}
			runtime.ReadMemStats(&now)
			b.ReportMetric(median(library), "Mnodes/s")
			b.ReportMetric(median(byHand), "byhand-Mnodes/s")
			b.ReportMetric(median(ratio), "ratio")
			b.ReportMetric(float64(now.Mallocs-before.Mallocs)/float64(nodes), "allocs/node")
		})
	}
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// BenchmarkPlayouts plays games of random moves to their end, each legal move being as likely as any
// other.
func BenchmarkPlayouts(b *testing.B) {
	for _, v := range Variants() {
		b.Run(v.String(), func(b *testing.B) {
			const playouts = 1000
			g, random := New(v), rand.NewPCG(1, 2)
			b.ReportAllocs()
			for b.Loop() {
				sample(b, g, random, playouts)
			}
			b.ReportMetric(playouts*float64(b.N)/b.Elapsed().Seconds()/1e3, "kplayouts/s")
		})
	}
}
