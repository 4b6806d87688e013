package othello

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// perfts are, by index, the numbers of lines of that many moves from the start, passes included; a line that ends before
// counts at all greater lengths.
var perfts = []int{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800}

func TestPerft(t *testing.T) {
	for d := range long.Or(len(perfts), 9) {
		result, err := search.Perft(context.Background(), New(), d, search.PerftOptions{CountFinished: true})
		if err != nil || result.Leaves != perfts[d] {
			t.Errorf("depth %d: %+v, error %v, want %d", d, result, err, perfts[d])
		}
	}
}

// naive is the rules without bits.
type naive struct {
	board [size][size]int // 1 for the side to move, -1 for the other
}

func (n *naive) turned(x, y int) (turned [][2]int) {
	if n.board[y][x] != 0 {
		return nil
	}
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			var row [][2]int
			for i, j := x+dx, y+dy; i >= 0 && i < size && j >= 0 && j < size && (dx != 0 || dy != 0); i, j = i+dx, j+dy {
				if n.board[j][i] == 0 {
					break
				}
				if n.board[j][i] == 1 {
					turned = append(turned, row...)
					break
				}
				row = append(row, [2]int{i, j})
			}
		}
	}
	return turned
}

func TestRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 200 {
		g := New()
		for {
			var n naive
			for i := range squares {
				switch {
				case g.own>>i&1 != 0:
					n.board[i/size][i%size] = 1
				case g.other>>i&1 != 0:
					n.board[i/size][i%size] = -1
				}
			}
			places := placesFor(g.own, g.other)
			for i := range squares {
				var want bitboard
				for _, p := range n.turned(i%size, i/size) {
					want |= 1 << (p[1]*size + p[0])
				}
				if (places>>i&1 != 0) != (want != 0) {
					t.Fatalf("%v legal is %v:\n%v", Move(i), want == 0, g)
				}
				if (g.own|g.other)>>i&1 == 0 {
					if got := turned(g.own, g.other, uint(i)); got != want {
						t.Fatalf("%v turns %x, want %x:\n%v", Move(i), got, want, g)
					}
				}
			}
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
		if g.Discs(Black)+g.Discs(White)+g.Empties() != squares {
			t.Fatal("discs and empty squares do not add up")
		}
	}
}

// TestRandomOpening checks that openings go on, and that more moves than there are squares are refused.
func TestRandomOpening(t *testing.T) {
	for _, moves := range []int{0, 1, 50} {
		g, err := RandomOpening(moves)(0, rand.New(rand.NewPCG(1, 2)))
		if err != nil || len(g.Moves(nil)) == 0 {
			t.Errorf("%d moves: %v", moves, err)
		}
	}
	for _, moves := range []int{-1, 64, 1000} {
		if _, err := RandomOpening(moves)(0, rand.New(rand.NewPCG(1, 2))); err == nil {
			t.Errorf("%d moves: no error", moves)
		}
	}
}
