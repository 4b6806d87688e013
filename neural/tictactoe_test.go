package neural_test

import (
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/transposition"
)

// A Board is a position of tic-tac-toe, with the symmetries of the square.
type Board struct {
	stones [2]uint16
	count  int
}

var rows = [...]uint16{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func (b *Board) won() bool {
	for _, row := range rows {
		if b.stones[1-b.ToMove()]&row == row {
			return true
		}
	}
	return false
}

func (b *Board) Moves(dst []int) []int {
	for c := 0; c < 9 && !b.won(); c++ {
		if (b.stones[0]|b.stones[1])>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

func (b *Board) Play(c int) {
	b.stones[b.ToMove()] |= 1 << c
	b.count++
}

func (b *Board) Undo(c int) {
	b.count--
	b.stones[b.ToMove()] &^= 1 << c
}

func (b *Board) ToMove() int { return b.count % 2 }

func (b *Board) Outcome() int {
	if b.won() {
		return -1
	}
	return 0
}

func (b *Board) Clone() *Board {
	c := *b
	return &c
}

func (b *Board) Numbers() int     { return 9 }
func (b *Board) Number(c int) int { return c }

func (b *Board) Hash() uint64    { return b.HashUnder(0) }
func (b *Board) Symmetries() int { return 8 }

// MoveUnder mirrors left to right if s is odd, top to bottom if it has the bit 2, and at the diagonal if it has the bit 4.
func (b *Board) MoveUnder(s, c int) int {
	x, y := c%3, c/3
	if s&1 != 0 {
		x = 2 - x
	}
	if s&2 != 0 {
		y = 2 - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return 3*y + x
}

func (b *Board) HashUnder(s int) uint64 {
	key := uint64(0)
	for side, stones := range b.stones {
		for c := range 9 {
			if stones>>c&1 != 0 {
				key |= 1 << (9*side + b.MoveUnder(s, c))
			}
		}
	}
	return transposition.Mix(key)
}

// tictactoe describes the board: the stones of the side to move, and of the other.
var tictactoe = neural.Description[*Board, int]{
	Name:   "tic-tac-toe",
	New:    func() (*Board, error) { return new(Board), nil },
	Planes: 2, Height: 3, Width: 3,
	Append: func(b *Board, dst []float32) []float32 {
		for side := range 2 {
			for c := range 9 {
				dst = append(dst, float32(b.stones[b.ToMove()^side]>>c&1))
			}
		}
		return dst
	},
	Image: func(b *Board, s, cell int) int { return b.MoveUnder(s, cell) },
}
