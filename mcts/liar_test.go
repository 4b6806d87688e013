//go:build long || race || 386

package mcts_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// TestLiars checks that no search hangs, panics or exceeds its simulations on games whose methods lie.
func TestLiars(t *testing.T) {
	opts := map[string]mcts.Options[int]{
		"evaluation":  {Leaf: mcts.Evaluation{}, Decisive: mcts.DecisiveInTree},
		"GRAVE":       {RAVE: mcts.RAVE{Weight: 10, Reference: 3}, Workers: 2},
		"learning":    {History: 1, Leaf: mcts.Playouts{Replies: 2, Averages: mcts.Averages{Length: 3}, Mercy: 1}},
		"PUCT, small": {Bandit: mcts.PUCT{}, FirstPlay: 0.5, Scale: 2, Memory: 5000, Prune: true},
		"widening":    {Widening: mcts.Widening{Factor: 1, Power: 0.5}, Transpositions: true, Workers: 2},
	}
	for name, opt := range ways {
		opts[name] = opt
	}
	searches := map[string]func(*testgames.ApterLiar){}
	for name, opt := range opts {
		searches[name] = func(g *testgames.ApterLiar) {
			tree, err := mcts.New(g, opt)
			for i := 0; i < 2 && err == nil; i++ {
				var r mcts.Result[int]
				if r, err = tree.Search(context.Background(), ply.Limits{Nodes: 30}); err == nil {
					err = tree.Play(r.Move)
				}
			}
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 40, 20_000_000, func(r *rand.Rand) *testgames.ApterLiar {
		return &testgames.ApterLiar{Liar: testgames.NewLiar(r, "Moves", "Play", "Undo", "ToMove", "Outcome", "Evaluate", "Hash", "Clone", "Numbers",
			"Number", "CopyFrom", "Advance", "Decisive", "Reduce", "Priors", "PriorResults")}
	}, searches)
}
