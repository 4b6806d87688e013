package flat_test

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/flat"
)

// TestOnlyMove checks that pruning ends a search at once if there is but one move.
func TestOnlyMove(t *testing.T) {
	d := &testgames.Duel{Nodes: []testgames.DuelNode{{Out: []int{0}}, {Outcome: 1}}, Edges: []testgames.Edge{{From: 0, To: 1}}}
	r, err := flat.Search(t.Context(), d, ply.Limits{Nodes: 1000}, flat.Options[int]{Judge: flat.EachMove{Deviations: 2}})
	if err != nil || r.Status != ply.Decided || r.Move != 0 || r.Nodes != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
