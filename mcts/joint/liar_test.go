//go:build long || race || 386

package joint_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
)

// TestLiars checks that no search hangs, panics or exceeds its simulations on games whose methods lie.
func TestLiars(t *testing.T) {
	searches := map[string]func(*testgames.JointLiar){}
	for selection := joint.RegretMatching; selection <= joint.Exp3; selection++ {
		opt := joint.Options[int]{Selection: selection, Workers: 1 + int(selection)%2, Scale: 2, MaxLength: 300}
		searches[selection.String()] = func(g *testgames.JointLiar) {
			tree, err := joint.New(g, opt)
			if err == nil {
				_, err = tree.Search(t.Context(), ply.Limits{Nodes: 30})
			}
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 200, 50_000, func(r *rand.Rand) *testgames.JointLiar {
		return &testgames.JointLiar{RollingLiar: &testgames.RollingLiar{Liar: testgames.NewLiar(r, "Moves", "Play", "Undo", "Outcomes", "Clone",
			"Players", "MovesOf", "Probabilities")}}
	}, searches)
}
