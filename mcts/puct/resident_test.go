//go:build long

package puct_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// TestResidentMemory: the resident memory exceeds the reported size and the limit by a third at most.
func TestResidentMemory(t *testing.T) {
	for _, test := range []struct {
		name string
		opt  puct.Options[int]
	}{
		{"workers", puct.Options[int]{Batch: 16, InFlight: 2, Workers: 3}},
		{"one", puct.Options[int]{}},
		{"batch", puct.Options[int]{Batch: 16}},
		{"transpositions", puct.Options[int]{Transpositions: true}},
	}[:long.Or(4, 1)] {
		for _, bound := range long.Or([]int{50 << 20, 200 << 20}, []int{8 << 20}) {
			t.Run(fmt.Sprintf("%s/%d", test.name, bound), func(t *testing.T) {
				memorytest.CheckResident(t, func() int {
					test.opt.NoSolver, test.opt.Memory = true, int64(bound)
					tree, err := puct.New(&testgames.Lines{Length: 6, Width: 256}, uniform, test.opt)
					if err != nil {
						t.Fatal(err)
					}
					r, err := tree.Search(background, ply.Limits{Nodes: bound / 2000})
					_, memory, full := tree.Size()
					if err != nil || !full || memory > int64(bound) {
						t.Errorf("%v, %d bytes, error %v", r.Status, memory, err)
					}
					runtime.KeepAlive(tree)
					return int(memory)
				})
			})
		}
	}
}
