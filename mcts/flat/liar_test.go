//go:build long || race || 386

package flat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/flat"
)

// TestLiars checks that no search hangs, panics or exceeds its playouts on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.ApterLiar){}
	for name, opt := range map[string]flat.Options[int]{
		"each move":          {},
		"pruning":            {Judge: flat.EachMove{Deviations: 1, After: 2}, Workers: 2},
		"all as first":       {Judge: flat.AllAsFirst{Gobble: 1}},
		"Boltzmann, workers": {Judge: flat.AllAsFirst{}, Replies: true, Boltzmann: flat.Boltzmann{K: 1}, Workers: 2},
	} {
		opt.MaxLength = 300
		searches[name] = func(g *testgames.ApterLiar) {
			_, err := flat.Search(t.Context(), g, ply.Limits{Nodes: 30}, opt)
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 200, 50_000, func(r *rand.Rand) *testgames.ApterLiar {
		return &testgames.ApterLiar{Liar: testgames.NewLiar(r, "Moves", "Play", "Undo", "ToMove", "Outcome", "Evaluate", "Clone", "Numbers",
			"Number", "AppendNumbers", "Advance")}
	}, searches)
}
