//go:build long

package mcts_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// TestResidentMemory: the resident memory exceeds the reported size and the limit by a third at most.
func TestResidentMemory(t *testing.T) {
	for _, test := range []struct {
		name string
		opt  mcts.Options[int]
	}{
		{"shared", mcts.Options[int]{Workers: 3}},
		{"one", mcts.Options[int]{}},
		{"trees", mcts.Options[int]{Workers: 3, Sharing: mcts.RootTrees}},
		{"RAVE", mcts.Options[int]{RAVE: mcts.RAVE{Weight: 100}}},
		{"pruned", mcts.Options[int]{Transpositions: true, Prune: true}},
	}[:long.Or(5, 1)] {
		for _, bound := range long.Or([]int{50 << 20, 200 << 20}, []int{8 << 20}) {
			t.Run(fmt.Sprintf("%s/%d", test.name, bound), func(t *testing.T) {
				memorytest.CheckResident(t, func() int {
					test.opt.NoSolver, test.opt.Memory = true, int64(bound)
					tree, err := mcts.New(&testgames.Lines{Length: 3, Width: 256}, test.opt)
					if err != nil {
						t.Fatal(err)
					}
					r, err := tree.Search(t.Context(), ply.Limits{Nodes: long.Or(300_000, 80_000)})
					_, memory, _ := tree.Size()
					if err != nil || memory < int64(bound)/10*9 && tree.Pruned() == 0 || memory > int64(bound) {
						t.Errorf("%v, %d bytes, error %v", r.Status, memory, err)
					}
					runtime.KeepAlive(tree)
					return int(memory)
				})
			})
		}
	}
}
