package othello

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
)

func newSmall(size int) func() *Small {
	return func() *Small {
		g, err := NewSmall(size)
		if err != nil {
			panic(err)
		}
		return g
	}
}

// TestSmall checks the laws, the moves of random games against rules without bits, and the value of the game on 4 × 4
// squares, which White wins by 11 discs to 3 with two squares empty.
func TestSmall(t *testing.T) {
	long.Checks(t, 100, 30)
	if _, err := NewSmall(8); err == nil {
		t.Error("no error for 8")
	}
	for _, length := range []int{4, 6} {
		gametest.Check(t, newSmall(length))
		random := rand.New(rand.NewPCG(1, 0))
		for range 50 {
			g := newSmall(length)()
			for {
				var n naive
				for i := range squares {
					n.board[i/size][i%size] = int(g.own>>i&1) - int(g.other>>i&1)
				}
				var want []Move
				for i := range squares {
					if x, y, edge := i%size, i/size, (size-length)/2; min(x, y) >= edge && max(x, y) < size-edge && len(n.turned(x, y)) > 0 {
						want = append(want, Move(i))
					}
				}
				moves := g.Moves(nil)
				if len(want) > 0 && !slices.Equal(moves, want) {
					t.Fatalf("moves %v, want %v", moves, want)
				}
				if len(moves) == 0 {
					break
				}
				g.Play(moves[random.IntN(len(moves))])
			}
		}
	}
	result, err := alphabeta.Search(t.Context(), newSmall(4)(), ply.Limits{}, alphabeta.Options[Move]{})
	if err != nil || result.Value != -10*Disc {
		t.Errorf("%+v, %v, want -10 discs", result, err)
	}
}
