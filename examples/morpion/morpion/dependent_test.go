package morpion

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// nodesOf5T170 are the nodes of dependency-based search from the last moves of the record of 170 moves,
// from move 123 on (Helmstetter 2007, section 5.3.2).
var nodesOf5T170 = []int{
	79858, 58930, 29870, 29869, 25421, 10664, 10131, 7133, 6961, 5434, 4418, 2109, // from 123 to 134
	623, 574, 567, 444, 363, 207, 106, 105, 71, 70, 69, 68, // to 146
	25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, // to 158
	13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2, 1, // to 170
}

func TestDependencyBasedSearch(t *testing.T) {
	moves := record(t, "5t-170-bruneau-1976.psol", FiveT)
	for i, want := range nodesOf5T170 {
		from := 123 + i
		if want > long.Or(math.MaxInt, 10_000) {
			continue
		}
		r, err := dependency.Search(t.Context(), after(FiveT, moves[:from]), ply.Limits{}, dependency.Options[Move]{})
		if err != nil || r.Status != ply.Complete || r.Nodes != want {
			t.Errorf("from %d: %d nodes, %v, error %v, want %d", from, r.Nodes, r.Status, err, want)
		}
	}
}

// TestDependencyBasedLines plays the lines of the nodes from move 146 on. The record's own moves are
// among them.
func TestDependencyBasedLines(t *testing.T) {
	moves := record(t, "5t-170-bruneau-1976.psol", FiveT)
	g := after(FiveT, moves[:146])
	r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[Move]{})
	if err != nil {
		t.Fatal(err)
	}
	met := make(map[Move]bool)
	for id := 1; id < r.Graph.Len(); id++ {
		line := r.Graph.Line(id)
		for i, m := range line {
			if !slices.Contains(g.Moves(nil), m) {
				t.Fatalf("node %d: %v is illegal after %v", id, m, line[:i])
			}
			g.Play(m)
		}
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
		met[r.Graph.Node(id).Move] = true
	}
	for _, m := range moves[146:] {
		if !met[m] {
			t.Errorf("%v of the record is not found", m)
		}
	}
}

func TestNeeding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(rapid.SampledFrom(Variants()).Draw(t, "variant"))
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			for _, c := range g.Footprint(m, ply.Footprint{}).Preconditions {
				if needing := g.Needing(c, nil); !slices.Contains(needing, m) {
					t.Fatalf("%v needs %v and is not among %v", m, c, needing)
				}
			}
			g.Play(m)
		}
		c := ply.Condition{Cell: rapid.Int32Range(0, int32(g.Cells()-1)).Draw(t, "cell"), Value: rapid.Int32Range(0, 2).Draw(t, "value")}
		needing := g.Needing(c, nil)
		for i, m := range needing {
			if !slices.Contains(g.Footprint(m, ply.Footprint{}).Preconditions, c) || slices.Contains(needing[:i], m) {
				t.Fatalf("%v does not need %v, or is listed twice", m, c)
			}
		}
	})
}

// BenchmarkDependencyBasedSearch measures dependency.Search against search.DepthFirst with incremental
// transpositions, in turn, from move 123 of the record of 170 moves (Helmstetter's programs: 467).
func BenchmarkDependencyBasedSearch(b *testing.B) {
	moves := record(b, "5t-170-bruneau-1976.psol", FiveT)
	g := after(FiveT, moves[:123])
	var seconds, ratio []float64
	var nodes int
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		byDependency, err := dependency.Search(context.Background(), g, ply.Limits{}, dependency.Options[Move]{})
		if err != nil {
			b.Fatal(err)
		}
		depthFirst, err := search.DepthFirst(context.Background(), search.Incremental(g), ply.Limits{}, search.Options[Move]{})
		if err != nil {
			b.Fatal(err)
		}
		nodes += byDependency.Nodes
		seconds = append(seconds, byDependency.Elapsed.Seconds())
		ratio = append(ratio, byDependency.Elapsed.Seconds()/depthFirst.Elapsed.Seconds())
	}
	runtime.ReadMemStats(&now)
	b.ReportMetric(median(seconds), "s/search")
	b.ReportMetric(median(ratio), "times-depth-first")
	b.ReportMetric(float64(now.Mallocs-before.Mallocs)/float64(nodes), "allocs/node")
	b.ReportMetric(float64(now.TotalAlloc-before.TotalAlloc)/float64(nodes), "B/node")
}
