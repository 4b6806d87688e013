package alphabeta_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
)

// A search that is cut short returns the move of the last finished depth, or a move that the next depth has found to be better:
// at that depth it is worth the value returned.
func TestUnfinishedDepths(t *testing.T) {
	better := 0
	for seed := range uint64(30) {
		g := testgames.RandomDuel(rand.New(rand.NewPCG(seed, 5)), 300, 5, 100, true)
		whole, err := alphabeta.Search(t.Context(), g, ply.Limits{}, alphabeta.Options[int]{Depth: 9})
		if err != nil {
			t.Fatal(err)
		}
		for nodes := 10; nodes < whole.Nodes; nodes += 1 + whole.Nodes/40 {
			for _, s := range strategies {
				r, err := s.search(background, g, ply.Limits{Nodes: nodes}, alphabeta.Options[int]{Depth: 9})
				if err != nil {
					t.Fatal(err)
				}
				if n := len(r.Depths); n == 0 || r.Depth == r.Depths[n-1].Depth {
					continue
				}
				better++
				side := g.ToMove()
				g.Play(r.Move)
				value := g.Outcome()
				if len(g.Moves(nil)) > 0 {
					reply, err := alphabeta.Minimax(t.Context(), g, ply.Limits{}, r.Depth-1)
					if err != nil {
						t.Fatal(err)
					}
					value = reply.Value
				}
				if g.ToMove() != side {
					value = -value
				}
				g.Undo(r.Move)
				if last := r.Depths[len(r.Depths)-1]; r.Depth != last.Depth+1 || r.Move == last.Move || r.Bound != ply.AtLeast || value < r.Value {
					t.Fatalf("seed %d, %d nodes, %s: move %d of value %d, %v, at depth %d, want one of value %d; depth %d had %d",
						seed, nodes, s.name, r.Move, r.Value, r.Bound, r.Depth, value, last.Depth, last.Move)
				}
			}
		}
	}
	if better == 0 {
		t.Error("no unfinished depth has found a better move")
	}
	t.Logf("%d better moves", better)
}
