//go:build long

package retrograde_test

import (
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/search/retrograde"
)

// isResident checks that the resident memory is within a third of the solution's report.
func isResident[G ply.AdversarialGame[int]](t *testing.T, name string, g G, opt retrograde.Options) {
	t.Run(name, func(t *testing.T) {
		memorytest.CheckResident(t, func() int {
			s, err := retrograde.Solve(t.Context(), g, ply.Limits{}, opt)
			if err != nil {
				t.Error(err)
			}
			runtime.KeepAlive(s)
			const lines = 4 << 20 // which the game of each worker keeps
			return int(s.Memory) + opt.Workers*lines
		})
	})
}

func TestResidentMemory(t *testing.T) {
	isResident(t, "index", &huntIndex{*newHunt(long.Or(9, 7))}, retrograde.Options{})
	if long.Enabled {
		isResident(t, "keys", newHunt(8), retrograde.Options{})
		isResident(t, "keys, 3 workers", newHunt(8), retrograde.Options{Workers: 3})
		isResident(t, "backward, all", &huntBack{huntIndex{*newHunt(14)}}, retrograde.Options{All: true})
	}
}
