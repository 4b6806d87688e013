//go:build long || race || 386

package proof_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
)

// TestLiars checks that no search hangs, panics or exceeds its nodes on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.ApterLiar){
		"best first": func(g *testgames.ApterLiar) {
			_, err := proof.BestFirst(t.Context(), g, ply.Limits{Nodes: 500}, proof.Options[int]{})
			guardtest.CheckNamed(t, g, err)
		},
		"parallel": func(g *testgames.ApterLiar) {
			opt := proof.Options[int]{Workers: 2, Table: newTable(64)}
			_, err := proof.Search(t.Context(), g, ply.Limits{Nodes: 500}, opt)
			guardtest.CheckNamed(t, g, err)
		},
	}
	for name, opt := range map[string]proof.Options[int]{
		"plain":    {},
		"mobility": {Mobility: true, Widen: 0.25, Sum: 0.5},
		"sums":     {Above: -1, Sum: 1},
	} {
		searches[name] = func(g *testgames.ApterLiar) {
			opt.Table = newTable(16)
			_, err := proof.Search(t.Context(), g, ply.Limits{Nodes: 500}, opt)
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 200, 20_000, func(r *rand.Rand) *testgames.ApterLiar {
		return &testgames.ApterLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Outcome", "Bounds", "Hash", "HashAfter",
			"HashSuccessors", "Clone", "Advance")}
	}, searches)
}
