//go:build long

package mcts_test

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/mcts"
)

// A metered game measures the memory of the search while it is played.
type metered struct {
	*wild
	meter *memorytest.Meter
}

func (g metered) Play(m int)     { g.wild.Play(m); g.meter.Tick() }
func (g metered) Clone() metered { return metered{g.wild.Clone(), g.meter} }

// TestMemoryPromised: a tree exceeds Memory and its reported size by a tenth at most.
func TestMemoryPromised(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"small":  {Memory: 200_000},
		"RAVE":   {Memory: 400_000, RAVE: mcts.RAVE{Weight: 100}},
		"pruned": {Memory: 300_000, Transpositions: true, Prune: true},
		"shared": {Memory: 400_000, Workers: 3},
		"trees":  {Memory: 400_000, Workers: 3, Sharing: mcts.RootTrees},
	} {
		if !long.Enabled && (name == "RAVE" || name == "trees") {
			continue
		}
		scratch := int64(0)
		if name == "shared" {
			scratch = int64(opt.Workers)*200_000 + opt.Memory/16 // see Concurrency in the documents
		}
		opt.NoSolver = true
		g := metered{wild: newWild(5, 40, 6, 1, true, true), meter: memorytest.NewMeter()}
		tree, err := mcts.New(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 100_000 - 20_000*min(2, opt.Workers)})
		g.meter.Look()
		_, memory, full := tree.Size()
		full = full || tree.Pruned() > 0 || memory >= opt.Memory/10*9 // of several workers, none may have missed room
		if err != nil || !full || !g.meter.Within(int(memory+scratch)) || memory > opt.Memory {
			t.Errorf("%s: %d bytes at most, %d reported, the bound is %d, %v, error %v",
				name, g.meter.Peak(), memory, opt.Memory, r.Status, err)
		}
		runtime.KeepAlive(tree)
	}
}
