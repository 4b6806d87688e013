package game

import (
	"context"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/search"
)

// A board of Breakthrough by plain loops: white goes up and begins.
type board struct {
	cells [8][8]byte // by row and column: 'w', 'b' or 0
	black bool
	taken []byte
}

type step struct{ x, y, u, v int8 }

func newBoard() *board {
	b := new(board)
	for x := range 8 {
		b.cells[0][x], b.cells[1][x], b.cells[6][x], b.cells[7][x] = 'w', 'w', 'b', 'b'
	}
	return b
}

func (b *board) over() bool {
	white, black := 0, 0
	for y := range 8 {
		for x := range 8 {
			switch b.cells[y][x] {
			case 'w':
				white++
			case 'b':
				black++
			}
		}
	}
	for x := range 8 {
		if b.cells[7][x] == 'w' || b.cells[0][x] == 'b' {
			return true
		}
	}
	return white == 0 || black == 0
}

func (b *board) Moves(dst []step) []step {
	if b.over() {
		return dst
	}
	own, forward := byte('w'), 1
	if b.black {
		own, forward = 'b', -1
	}
	for y := range 8 {
		for x := range 8 {
			if b.cells[y][x] != own {
				continue
			}
			for u := max(0, x-1); u <= min(7, x+1); u++ {
				to := b.cells[y+forward][u]
				if to == 0 || u != x && to != own {
					dst = append(dst, step{int8(x), int8(y), int8(u), int8(y + forward)})
				}
			}
		}
	}
	return dst
}

func (b *board) Play(m step) {
	b.taken = append(b.taken, b.cells[m.v][m.u])
	b.cells[m.v][m.u], b.cells[m.y][m.x] = b.cells[m.y][m.x], 0
	b.black = !b.black
}

func (b *board) Undo(m step) {
	b.cells[m.y][m.x] = b.cells[m.v][m.u]
	b.cells[m.v][m.u] = b.taken[len(b.taken)-1]
	b.taken = b.taken[:len(b.taken)-1]
	b.black = !b.black
}

// count counts lines of play.
func count[M comparable](t *testing.T, g ply.Game[M], depth int) int {
	t.Helper()
	r, err := search.Perft(context.Background(), g, depth, search.PerftOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Leaves
}

// TestPerft compares the games with hand-written ones.
func TestPerft(t *testing.T) {
	sides := func(name string) *Sides { return first(NewSides(load(t, name, Options{}))) }
	for depth, g := 1, sides("connectfour"); depth <= 5; depth++ {
		if got, want := count(t, g, depth), count(t, first(connectfour.New("")), depth); got != want {
			t.Errorf("Connect Four, %d moves: %d lines, want %d", depth, got, want)
		}
	}
	for depth, g := 1, sides("othello"); depth <= 3; depth++ {
		if got, want := count(t, g, depth), count(t, othello.New(), depth); got != want {
			t.Errorf("Othello, %d moves: %d lines, want %d", depth, got, want)
		}
	}
	for depth, g := 1, sides("breakthrough"); depth <= 3; depth++ {
		if got, want := count(t, g, depth), count(t, newBoard(), depth); got != want {
			t.Errorf("Breakthrough, %d moves: %d lines, want %d", depth, got, want)
		}
	}
}
