package loa

import "math/bits"

// Symmetries returns 8: the rotations and reflections of the board.
func (g *Game) Symmetries() int { return 8 }

// SquareUnder returns the image of a square, 8·rank + file, under symmetry s. Bit 0 of s mirrors left to right, bit 1 top to bottom,
// and bit 2 at the diagonal from a1.
func (g *Game) SquareUnder(s, at int) int {
	file, rank := at%stride, at/stride
	if s&1 != 0 {
		file = g.size - 1 - file
	}
	if s&2 != 0 {
		rank = g.size - 1 - rank
	}
	if s&4 != 0 {
		file, rank = rank, file
	}
	return square(file, rank)
}

// HashUnder returns the hash of the image of the position under symmetry s.
func (g *Game) HashUnder(s int) uint64 {
	var h uint64
	for side, men := range g.now.men {
		for ; men != 0; men &= men - 1 {
			h ^= keys[side][g.SquareUnder(s, bits.TrailingZeros64(men))]
		}
	}
	if g.toMove == White {
		h ^= sideKey
	}
	return h
}

// MoveUnder returns the image of m under symmetry s.
func (g *Game) MoveUnder(s int, m Move) Move {
	if m == Pass {
		return m
	}
	return newMove(g.SquareUnder(s, m.from()), g.SquareUnder(s, m.to()))
}
