//go:build long || race || 386

package proof_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// TestLiars checks that no search hangs, panics or exceeds its nodes on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.ApterLiar){
		"best first": func(g *testgames.ApterLiar) {
			_, err := proof.BestFirst(t.Context(), g, ply.Limits{Nodes: 500}, proof.Options[int]{Bounds: true})
			guardtest.CheckNamed(t, g, err)
		},
		"parallel": func(g *testgames.ApterLiar) {
			shared, err := transposition.NewConcurrent(64)
			if err != nil {
				t.Fatal(err)
			}
			_, err = proof.Parallel(t.Context(), g, ply.Limits{Nodes: 500}, shared, proof.Options[int]{Workers: 2, Bounds: true})
			guardtest.CheckNamed(t, g, err)
		},
	}
	for name, opt := range map[string]proof.Options[int]{
		"plain":    {},
		"mobility": {Mobility: true, Widen: 0.25, Sum: 0.5, Bounds: true},
		"sums":     {Above: -1, Sum: 1},
	} {
		searches[name] = func(g *testgames.ApterLiar) {
			table, err := transposition.NewTable[proof.Numbers](16, transposition.TwoBig)
			if err != nil {
				t.Fatal(err)
			}
			_, err = proof.DepthFirst(t.Context(), g, ply.Limits{Nodes: 500}, table, opt)
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 200, 20_000, func(r *rand.Rand) *testgames.ApterLiar {
		return &testgames.ApterLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Outcome", "Bounds", "Hash", "HashAfter",
			"HashSuccessors", "Clone", "Advance")}
	}, searches)
}
