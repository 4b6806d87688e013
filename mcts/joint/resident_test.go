//go:build long

package joint_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
)

// TestResidentMemory: the resident memory exceeds the limit by a third at most, although simulations go on when it is
// used up.
func TestResidentMemory(t *testing.T) {
	for _, bound := range long.Or([]int{50 << 20, 200 << 20}, []int{8 << 20}) {
		for _, workers := range []int{1, 3} {
			if bound != 50<<20 && workers == 3 {
				continue // which would take its time
			}
			t.Run(fmt.Sprintf("%d/%d", workers, bound), func(t *testing.T) {
				memorytest.CheckResident(t, func() int {
					tree, err := joint.New(&testgames.Pennies{Rounds: 14, Prize: 2}, joint.Options[int]{Memory: int64(bound), Workers: workers})
					if err != nil {
						t.Fatal(err)
					}
					if _, err := tree.Search(t.Context(), ply.Limits{Nodes: bound / 250}); err != nil {
						t.Error(err)
					}
					runtime.KeepAlive(tree)
					return bound
				})
			})
		}
	}
}
