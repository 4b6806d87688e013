//go:build long

package infoset_test

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/infoset"
)

// A metered game measures the memory of the search while it is played.
type metered struct {
	*testgames.Fog
	meter *memorytest.Meter
}

func (g metered) Play(m int)     { g.Fog.Play(m); g.meter.Tick() }
func (g metered) Clone() metered { return metered{g.Fog.Clone(), g.meter} }

// TestMemoryPromised: all trees together exceed Memory by a tenth at most, and use most of it.
func TestMemoryPromised(t *testing.T) {
	const bound = 1 << 20
	for i := range 4 {
		view, workers := infoset.View(i%3), 1+i/3*2
		g := metered{&testgames.Fog{Seed: 4, Depth: 26, Width: 5, Most: 3}, memorytest.NewMeter()}
		_, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 12_000}, infoset.Options[int]{View: view, Memory: bound, Workers: workers})
		if peak := g.meter.Peak(); err != nil || !g.meter.Within(bound) || peak < bound/2 {
			t.Errorf("%v, %d workers: %d bytes at most, the bound is %d, error %v", view, workers, peak, bound, err)
		}
	}
}
