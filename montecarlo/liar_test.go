//go:build long || race || 386

package montecarlo_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
)

// TestLiars checks that no search hangs, panics or exceeds its playouts on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.ApterLiar){}
	for i, s := range withBreadthFirst(searchesOf[*testgames.ApterLiar]()) {
		opt := options{MaxRuns: 2, MaxLength: 40}
		if i%2 == 0 && s.name != "breadth first" {
			opt.Workers = 2
		}
		searches[s.name] = func(g *testgames.ApterLiar) {
			_, err := s.run(t.Context(), g, ply.Limits{Nodes: 100}, rand.NewPCG(1, 1), opt)
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 100, 200_000, func(r *rand.Rand) *testgames.ApterLiar {
		return &testgames.ApterLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "Score", "Solved", "Hash", "Clone", "CopyFrom", "Numbers",
			"Number", "AppendNumbers", "Advance", "Priors")}
	}, searches)
}
