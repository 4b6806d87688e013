//go:build long || race || 386

package expectimax_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// TestLiars checks that no search hangs, panics or exceeds its nodes on games whose methods lie.
func TestLiars(t *testing.T) {
	type search = func(context.Context, *testgames.RollingLiar, ply.Limits, expectimax.Options[int]) (expectimax.Result[int], error)
	searches := map[string]func(*testgames.RollingLiar){
		"value iteration": func(g *testgames.RollingLiar) {
			s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{Nodes: 500}, 0)
			guardtest.CheckNamed(t, g, err)
			if err == nil {
				_, _ = s.Best(g)
			}
		},
	}
	for name, search := range map[string]search{
		"search":     expectimax.Search[*testgames.RollingLiar, int],
		"expectimax": expectimax.Expectimax[*testgames.RollingLiar, int],
		"star1":      expectimax.Star1[*testgames.RollingLiar, int],
		"star2":      expectimax.Star2[*testgames.RollingLiar, int],
	} {
		searches[name] = func(g *testgames.RollingLiar) {
			for _, opt := range []expectimax.Options[int]{{}, {Depth: 4, Unlikely: 0.1, TableFrom: 1, Filter: expectimax.Filter{Width: 2}}} {
				if opt.Depth > 0 {
					opt.Table = transposition.NewTable(24 * 64)
				}
				opt.Range = [2]float64{-100, 100}
				_, err := search(t.Context(), g, ply.Limits{Nodes: 500}, opt)
				guardtest.CheckNamed(t, g, err)
			}
		}
	}
	guardtest.CheckLies(t, 200, 20_000, func(r *rand.Rand) *testgames.RollingLiar {
		return &testgames.RollingLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Outcome", "Evaluate", "Expectation",
			"Probabilities", "Hash", "AppendBinary")}
	}, searches)
}
