//go:build long

package joint_test

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
)

// A metered game measures the memory of the search while it is played.
type metered struct {
	*testgames.Pennies
	meter *memorytest.Meter
}

func (g metered) PlayJoint(m []int) { g.Pennies.PlayJoint(m); g.meter.Tick() }
func (g metered) Clone() metered    { return metered{g.Pennies.Clone(), g.meter} }

// TestMemoryPromised: all trees together exceed Memory by a tenth at most, and use most of it.
func TestMemoryPromised(t *testing.T) {
	const bound = 1 << 20
	for i := range 4 {
		selection, workers := joint.Selection(i%3), 1+i/3*2
		g := metered{&testgames.Pennies{Rounds: 12, Prize: 2}, memorytest.NewMeter()}
		tree, err := joint.New(g, joint.Options[int]{Selection: selection, Memory: bound, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tree.Search(t.Context(), ply.Limits{Nodes: 15_000})
		g.meter.Look()
		if peak := g.meter.Peak(); err != nil || !g.meter.Within(bound) || peak < bound/2 {
			t.Errorf("%v, %d workers: %d bytes at most, the bound is %d, error %v", selection, workers, peak, bound, err)
		}
		runtime.KeepAlive(tree)
	}
}
