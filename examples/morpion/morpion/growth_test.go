package morpion

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/search"
)

// BenchmarkGrowth measures what each node costs, or each playout, and the memory that is in use at the end, against the size
// of the work.
func BenchmarkGrowth(b *testing.B) {
	g := after(FiveT, record(b, "5t-178-rosin-2011.psol", FiveT)[:100])
	depthFirst := func(b *testing.B, space search.Space[Move], nodes int) time.Duration {
		r, err := search.DepthFirst(b.Context(), space, ply.Limits{Nodes: nodes}, search.Options[Move]{})
		if err != nil || r.Nodes != nodes {
			b.Fatalf("%d nodes, error %v", r.Nodes, err)
		}
		return r.Elapsed
	}
	for _, bench := range []struct {
		name  string
		least int // size
		run   func(b *testing.B, size int) (time.Duration, any)
	}{
		{"incremental", 1000, func(b *testing.B, size int) (time.Duration, any) {
			return depthFirst(b, search.Incremental(g), size), nil
		}},
		{"graph", 1000, func(b *testing.B, size int) (time.Duration, any) {
			space := search.Graph(g, nil)
			return depthFirst(b, space, size), space
		}},
		{"nrpa", 10, func(b *testing.B, size int) (time.Duration, any) {
			r, err := montecarlo.NestedRolloutPolicyAdaptation(b.Context(), New(FiveT), ply.Limits{Nodes: size}, montecarlo.AdaptationOptions[Move]{
				Level: 4, Options: montecarlo.Options[Move]{},
			})
			if err != nil || r.Nodes != size {
				b.Fatalf("%d playouts, error %v", r.Nodes, err)
			}
			return r.Elapsed, r
		}},
	} {
		for size := bench.least; size <= 10_000*bench.least; size *= 10 {
			b.Run(fmt.Sprintf("search=%s/size=%d", bench.name, size), func(b *testing.B) {
				growth(b, size, func() (time.Duration, any) { return bench.run(b, size) })
			})
		}
	}
}

func growth(b *testing.B, size int, run func() (elapsed time.Duration, keeps any)) {
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var total time.Duration
	var keeps any
	for b.Loop() {
		var elapsed time.Duration
		elapsed, keeps = run()
		total += elapsed
	}
	runtime.GC()
	runtime.ReadMemStats(&now)
	runtime.KeepAlive(keeps)
	b.ReportMetric(float64(total.Nanoseconds())/float64(b.N)/float64(size), "ns/unit")
	b.ReportMetric(float64(now.HeapAlloc-before.HeapAlloc)/(1<<20), "MB")
}
