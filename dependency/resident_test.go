//go:build long

package dependency_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
)

// TestResidentMemory: the resident memory exceeds the limit by a third at most.
func TestResidentMemory(t *testing.T) {
	for _, test := range []struct {
		name string
		game func() *dependency.Game[int]
	}{
		{"choices", func() *dependency.Game[int] { return tower(t, 40) }},
		{"line", func() *dependency.Game[int] { return chain(t, 40_000) }},
		{"parts", func() *dependency.Game[int] { return raised(t, 2000, 30) }},
	}[:long.Or(3, 1)] {
		for _, bound := range long.Or([]int{50 << 20, 200 << 20}, []int{8 << 20}) {
			t.Run(fmt.Sprintf("%s/%d", test.name, bound), func(t *testing.T) {
				g := test.game()
				memorytest.CheckResident(t, func() int {
					r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{Memory: int64(bound)})
					if err != nil || r.Status != ply.OutOfMemory {
						t.Errorf("%v, error %v", r.Status, err)
					}
					runtime.KeepAlive(r)
					runtime.KeepAlive(g)
					return bound
				})
			})
		}
	}
}
