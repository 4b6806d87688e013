package losalamos

import (
	"context"
	"testing"
	"time"

	"github.com/ply-search/ply"
)

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
