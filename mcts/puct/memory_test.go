package puct_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// TestMemoryPromised: a tree takes no more than MaxMemory and than it reports, but for a tenth.
func TestMemoryPromised(t *testing.T) {
	d := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 5000, 12, 1000, true)
	for _, bound := range []int{200 << 10, 1 << 20} {
		meter := memorytest.NewMeter()
		tree, err := puct.New(d, func(ctx context.Context, leaves []*puct.Leaf[*testgames.Duel, int]) error {
			meter.Tick()
			return uniform(ctx, leaves)
		}, puct.Options[int]{MaxMemory: bound, Batch: 16, NoSolver: true})
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(background, puct.Limits{MaxSimulations: 30_000})
		meter.Look()
		t.Log(r.Nodes, r.Full, meter.Peak(), r.Memory)
		if err != nil || !r.Full || !meter.Within(r.Memory) || r.Memory > bound {
			t.Errorf("%d bytes at most, %d reported, the bound is %d, %v, error %v", meter.Peak(), r.Memory, bound, r.Status, err)
		}
		runtime.KeepAlive(tree)
	}
	runtime.KeepAlive(d)
}
