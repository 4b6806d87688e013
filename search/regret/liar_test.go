//go:build long || race || 386

package regret_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/regret"
)

// TestLiars checks that no search hangs, panics or exceeds its positions on games whose methods lie.
func TestLiars(t *testing.T) {
	opt := regret.Options[int]{Memory: 500 * 64}
	limits := ply.Limits{Nodes: 3}
	searches := map[string]func(*testgames.HidingLiar){
		"CFR+": func(g *testgames.HidingLiar) {
			r, err := regret.CFRPlus(t.Context(), g, limits, 1e-6, opt)
			guardtest.CheckNamed(t, g, err)
			if err == nil {
				_, _ = r.Strategy.Choose(g, rand.New(rand.NewPCG(1, 1)))
			}
		},
		"external sampling": func(g *testgames.HidingLiar) {
			_, err := regret.ExternalSampling(t.Context(), g, limits, nil, opt)
			guardtest.CheckNamed(t, g, err)
		},
		"responses": func(g *testgames.HidingLiar) {
			limits := ply.Limits{Nodes: 500}
			_, err := regret.Evaluate(t.Context(), g, limits, new(regret.Strategy[int]))
			guardtest.CheckNamed(t, g, err)
		},
	}
	guardtest.CheckLies(t, 200, 200_000, func(r *rand.Rand) *testgames.HidingLiar {
		return &testgames.HidingLiar{RollingLiar: &testgames.RollingLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Outcome",
			"Probabilities", "AppendInformation")}}
	}, searches)
}
