//go:build long || race || 386

package alphabeta_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// TestLiars checks that no search hangs, panics or exceeds its nodes on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.ApterLiar){}
	for name, opt := range map[string]alphabeta.Options[int]{
		"plain":  {Depth: 4, Direct: true},
		"deep":   {Depth: 6, Tree: alphabeta.Tree{Bounds: true, NullMove: 2, Selective: 1, Quiescence: 2, Repetitions: true, Extend: true}},
		"number": {Depth: 5, OrderFrom: 1},
	} {
		searches[name] = func(g *testgames.ApterLiar) {
			for _, search := range []func(context.Context, *testgames.ApterLiar, ply.Limits, alphabeta.Options[int]) (alphabeta.Result[int], error){
				alphabeta.AlphaBeta[*testgames.ApterLiar, int], alphabeta.Search[*testgames.ApterLiar, int]} {
				opt := opt
				opt.Table = transposition.NewTable(16 * 64)
				_, err := search(t.Context(), g, ply.Limits{Nodes: 2000}, opt)
				guardtest.CheckNamed(t, g, err)
			}
		}
	}
	guardtest.CheckLies(t, 100, 200_000, func(r *rand.Rand) *testgames.ApterLiar {
		return &testgames.ApterLiar{Liar: testgames.NewLiar(r, "Moves", "Play", "Undo", "ToMove", "Outcome", "Evaluate", "Bounds", "Hash", "Rank",
			"Extend", "NoisyMoves", "Pass", "Repeated", "HashAfter", "HashSuccessors", "BestSuccessor", "Numbers", "Number", "Advance")}
	}, searches)
}
