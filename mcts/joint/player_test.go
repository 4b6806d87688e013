package joint_test

import (
	"math"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
	"github.com/ply-search/ply/rounds"
)

// TestPlayer has both players of a round draw their moves by the strategy, the second without regard to the move of the first.
func TestPlayer(t *testing.T) {
	g := rounds.Serialize(&testgames.Pennies{Rounds: 2, Prize: 2})
	s, err := joint.NewSearcher(g, joint.Options[int]{Scale: 4})
	if err != nil {
		t.Fatal(err)
	}
	nodes := long.Or(2000, 500)
	for player := range 2 {
		heads := 0
		for range 300 {
			a, err := s.Analyze(t.Context(), ply.Limits{Nodes: nodes}, engine.Question[int]{Lines: 2})
			if err != nil || a.Status != ply.OutOfNodes || a.Nodes != nodes || len(a.Lines) != 2 || a.Lines[0].Move == a.Lines[1].Move {
				t.Fatalf("%+v, error %v", a, err)
			}
			if a.Lines[0].Move == 0 {
				heads++
			}
			if all := a.Lines[0].Visits + a.Lines[1].Visits; all < nodes-1 || all > nodes+1 {
				t.Errorf("%d visits, want %d", all, nodes)
			}
		}
		if share := float64(heads) / 300; math.Abs(share-0.4) > 0.15 { // about five standard errors
			t.Errorf("player %d chooses heads with probability %v, want 2/5", player, share)
		}
		for _, m := range []int{0, 1} {
			a, err := s.Analyze(t.Context(), ply.Limits{Nodes: 100}, engine.Question[int]{Moves: []int{m}, Lines: 2})
			if err != nil || len(a.Lines) != 1 || !slices.Equal(a.Lines[0].Line, []int{m}) {
				t.Errorf("%+v, error %v, want move %d", a, err, m)
			}
		}
		if err := s.Play(player); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := joint.NewSearcher(g, joint.Options[int]{Progress: func(joint.Result[int]) {}}); err == nil {
		t.Error("Progress is accepted")
	}
}
