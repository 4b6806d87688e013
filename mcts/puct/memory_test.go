//go:build long

package puct_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// TestMemoryPromised: a tree exceeds Memory and its reported size by a tenth at most.
func TestMemoryPromised(t *testing.T) {
	d := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 3000, 6, 1, true)
	for i := range d.Nodes {
		d.Nodes[i].Outcome = 0 // so that the tree grows everywhere
	}
	const explorations = 640 << 10 // kept for any tree
	for i, bound := range []int64{200 << 10, 1 << 20, 200 << 10, 40 << 10} {
		opt := puct.Options[int]{Memory: bound, NoSolver: true}
		switch i {
		case 2:
			opt.Batch, opt.InFlight, opt.Workers = 4, 2, 3
		case 3:
			opt.Transpositions = true
		}
		meter := memorytest.NewMeter()
		tree, err := puct.New(d, func(ctx context.Context, leaves []*puct.Leaf[*testgames.Duel, int]) error {
			meter.Tick()
			return uniform(ctx, leaves)
		}, opt)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(background, ply.Limits{Nodes: 30_000})
		meter.Look()
		_, memory, full := tree.Size()
		if err != nil || !full && bound < 1<<20 || !meter.Within(int(memory)+explorations) || memory > bound {
			t.Errorf("%d bytes at most, %d reported, the bound is %d, %v, error %v", meter.Peak(), memory, bound, r.Status, err)
		}
		runtime.KeepAlive(tree)
	}
	runtime.KeepAlive(d)
}
