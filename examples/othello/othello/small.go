package othello

import (
	"cmp"
	"fmt"
)

// A Small is a game of Othello on a smaller board, for searches: a [ply.Game] of two sides. Its squares are those in the
// middle of the board of 8 × 8, and have their names there.
//
// On 6 × 6 squares, White wins by 20 discs to 16 (Feinstein 1993).
type Small struct {
	position
	squares bitboard
}

// NewSmall returns the start of a game on size × size squares, 4 or 6.
func NewSmall(size int) (*Small, error) {
	switch size {
	case 4:
		return &Small{start, 0x00003c3c3c3c0000}, nil
	case 6:
		return &Small{start, 0x007e7e7e7e7e7e00}, nil
	}
	return nil, fmt.Errorf("a small board of %d × %d squares: want 4 × 4 or 6 × 6", size, size)
}

// Moves appends the legal moves, row by row.
func (g *Small) Moves(dst []Move) []Move {
	places := placesFor(g.own, g.other) & g.squares
	if places == 0 && placesFor(g.other, g.own)&g.squares != 0 {
		return append(dst, Pass)
	}
	return places.appendTo(dst)
}

// Outcome returns by how many discs the side to move has more than the other, times [Disc], the empty squares
// counted for the one that has more.
func (g *Small) Outcome() int {
	outside, discs := squares-g.squares.count(), margin(g.own, g.other)
	return Disc * (discs - outside*cmp.Compare(discs, 0))
}

// Clone returns a copy.
func (g *Small) Clone() *Small {
	c := *g
	return &c
}
