//go:build long

package dependency_test

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/stop"
)

// raised returns a game of independent cells that are raised step by step.
func raised(t testing.TB, cells, steps int32) *dependency.Game[int] {
	var moves []ply.Footprint
	for c := range cells {
		for v := range steps {
			moves = append(moves, ply.Footprint{Preconditions: conditions(c, v), Modifications: conditions(c, v+1)})
		}
	}
	return listed(t, int(cells), dependency.GameOptions{}, moves...)
}

// TestMemoryPromised: live memory never exceeds Memory by more than a tenth, and most of it is used.
func TestMemoryPromised(t *testing.T) {
	const bound = 4 << 20
	for name, g := range map[string]*dependency.Game[int]{"line": chain(t, 10_000), "choices": tower(t, 40), "parts": raised(t, 500, 30)} {
		alive := func() int {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int(m.HeapAlloc)
		}
		before, peak, next := alive(), 0, 0
		r, err := dependency.Search(stop.ReportEach(t.Context(), 1), g, ply.Limits{}, dependency.Options[int]{Memory: bound, Progress: func(r dependency.Result[int]) {
			if r.Nodes >= next || r.Status != ply.InProgress {
				peak, next = max(peak, alive()-before), r.Nodes+r.Nodes/8
			}
		}})
		if err != nil || r.Status != ply.OutOfMemory || peak > bound*11/10 || peak < bound/2 {
			t.Errorf("%s: %v, %d nodes, %d bytes at most, the bound is %d, error %v", name, r.Status, r.Nodes, peak, bound, err)
		}
		runtime.KeepAlive(g)
	}
}
