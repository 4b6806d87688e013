//go:build long

package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// Only long tests search trees of package mcts, which take as long to compile as all other tests of package engine.
func init() {
	levelSearchers["mcts"] = func(g *testgames.Duel, seed uint64) (engine.Searcher[int], error) {
		return mcts.NewSearcher(g, mcts.Options[int]{Random: rand.NewPCG(seed, 1)})
	}
}

func TestCompareFactsInATree(t *testing.T) {
	compareFacts(t, "mcts", func(g *Noughts) (engine.Searcher[int], error) {
		return mcts.NewSearcher(g, mcts.Options[int]{Random: rand.NewPCG(1, 1)})
	})
}

// TestCompareOfSeveralPlayers compares moves in games of three players.
func TestCompareOfSeveralPlayers(t *testing.T) {
	replies, compared := 0, 0
	for i := range 60 {
		g := &testgames.Melee{Seed: uint64(i), Count: 3, Width: 3, Depth: 4}
		s, err := mcts.NewSearcher(g, mcts.Options[int]{Random: rand.NewPCG(1, uint64(i))})
		if moves := g.Moves(nil); len(moves) > 1 {
			c, err := playerOf(t, s, err).Compare(t.Context(), ply.Limits{Nodes: 500}, moves[0], moves[1])
			if err != nil || c.Lines[0].Value < c.Lines[1].Value {
				t.Fatalf("%+v, error %v", c, err)
			}
			compared++
			if c.Replies[1] != nil {
				replies++
			}
		}
	}
	if replies < 5 || compared < 20 {
		t.Errorf("%d replies, %d comparisons", replies, compared)
	}
}
