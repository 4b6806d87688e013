//go:build long || race || 386

package infoset_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/infoset"
)

// TestLiars checks that no search hangs, panics or exceeds its simulations on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.HidingLiar){}
	for view := infoset.MultipleObserver; view <= infoset.Determinized; view++ {
		opt := infoset.Options[int]{View: view, Workers: 1 + int(view)%2, MaxLength: 300}
		searches[view.String()] = func(g *testgames.HidingLiar) {
			_, err := infoset.Search(t.Context(), g, ply.Limits{Nodes: 30}, opt)
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 200, 50_000, func(r *rand.Rand) *testgames.HidingLiar {
		return &testgames.HidingLiar{RollingLiar: &testgames.RollingLiar{Liar: testgames.NewLiar(r, "Moves", "Play", "Undo", "ToMove", "Outcome",
			"Clone", "Probabilities", "AppendInformation", "Determinize")}}
	}, searches)
}
