package mcts_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// A grand game gives all moves the greatest prior that there is.
type grand struct{ *wild }

func (grand) Priors(_ []int, priors []float32) {
	for i := range priors {
		priors[i] = math.MaxFloat32
	}
}

// TestGreatestPriors checks that priors whose sum is no float32 are shares all the same.
func TestGreatestPriors(t *testing.T) {
	tree, err := mcts.New(grand{newWild(1, 6, 4, 1, true, false)}, mcts.Options[int]{Bandit: mcts.PUCT{}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(t.Context(), ply.Limits{Nodes: 10})
	if err != nil || len(r.Moves) < 2 {
		t.Fatal(r, err)
	}
	for _, m := range r.Moves {
		if prior := tree.Prior(m.Move); math.Abs(prior*float64(len(r.Moves))-1) > 1e-6 {
			t.Errorf("prior %v of %d moves", prior, len(r.Moves))
		}
	}
}

// TestMemoryMessage checks that an error about Memory names the given limit, not the share of a worker.
func TestMemoryMessage(t *testing.T) {
	for _, sharing := range []mcts.Sharing{mcts.SharedTree, mcts.RootTrees} {
		_, err := mcts.New(newWild(1, 6, 4, 1, true, false), mcts.Options[int]{Workers: 3, Sharing: sharing, Memory: 30})
		if err == nil || !strings.Contains(err.Error(), "Memory is 30 B, too small") {
			t.Errorf("sharing %d: error %v", sharing, err)
		}
	}
}
