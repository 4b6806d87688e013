// Package chess has the kinds of pieces of chess, sets of squares, and the squares that pieces attack.
package chess

import "math/bits"

// The board has Size files and Size ranks. A smaller board is the part of it from a1 on.
const (
	Size    = 8
	Squares = Size * Size
)

// A Kind is a kind of pieces.
type Kind uint8

// The kinds, in the order of their usual values.
const (
	None Kind = iota // no piece
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	Kinds // the number of kinds, None included
)

// Letters are the letters of White's pieces, by kind. The pieces of Black have small letters.
const Letters = ".PNBRQK"

// Glyphs are the pieces that pages show, by their letters.
var Glyphs = map[byte]string{
	'K': "♔", 'Q': "♕", 'R': "♖", 'B': "♗", 'N': "♘", 'P': "♙", 'k': "♚", 'q': "♛", 'r': "♜", 'b': "♝", 'n': "♞", 'p': "♟",
}

// A Set is a set of squares: bit 0 is a1, bit 1 is b1, and so on, rank by rank.
type Set uint64

// At returns the set of one square.
func At(square int) Set { return 1 << square }

// Has reports whether a square is in the set.
func (s Set) Has(square int) bool { return s>>square&1 != 0 }

// First returns the least square of a set that is not empty.
func (s Set) First() int { return bits.TrailingZeros64(uint64(s)) }

// Last returns the greatest square of a set that is not empty.
func (s Set) Last() int { return 63 - bits.LeadingZeros64(uint64(s)) }

// Count returns the number of squares.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// A Placement is the squares of the men of both sides, by side and kind.
type Placement [2][Kinds]Set

// directions are the directions of a queen: four in which squares grow, then their opposites in the same order. The even ones
// are the directions of a rook.
var directions = [8]struct{ file, rank int }{{0, 1}, {1, 1}, {1, 0}, {-1, 1}, {0, -1}, {-1, -1}, {-1, 0}, {1, -1}}

// Attacks holds the squares that pieces attack from each square of a board.
type Attacks struct {
	King, Knight [Squares]Set
	Pawn         [2][Squares]Set // by side; side 0 moves up the board
	Rays         [8][Squares]Set // by direction; ray d+4 is opposite to ray d, and even rays are lines of a rook
}

// NewAttacks returns the attacks on an empty board.
func NewAttacks() (a Attacks) {
	for square := range Squares {
		step := func(file, rank int) Set {
			file, rank = square%Size+file, square/Size+rank
			if min(file, rank) < 0 || max(file, rank) >= Size {
				return 0
			}
			return At(rank*Size + file)
		}
		for i, d := range directions {
			for n := 1; n < Size; n++ {
				a.Rays[i][square] |= step(n*d.file, n*d.rank)
			}
			a.King[square] |= step(d.file, d.rank)
		}
		for _, sign := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			a.Knight[square] |= step(sign[0], 2*sign[1]) | step(2*sign[0], sign[1])
		}
		a.Pawn[0][square] = step(-1, 1) | step(1, 1)
		a.Pawn[1][square] = step(-1, -1) | step(1, -1)
	}
	return a
}

// along returns the squares in a direction up to the first that is occupied, which is included.
func (a *Attacks) along(direction, square int, occupied Set) Set {
	ray := a.Rays[direction][square]
	blockers := ray & occupied
	switch {
	case blockers == 0:
		return ray
	case direction < 4:
		return ray &^ a.Rays[direction][blockers.First()]
	default:
		return ray &^ a.Rays[direction][blockers.Last()]
	}
}

// Rook returns the squares that a rook attacks.
func (a *Attacks) Rook(square int, occupied Set) Set {
	return a.along(0, square, occupied) | a.along(2, square, occupied) | a.along(4, square, occupied) | a.along(6, square, occupied)
}

// Bishop returns the squares that a bishop attacks.
func (a *Attacks) Bishop(square int, occupied Set) Set {
	return a.along(1, square, occupied) | a.along(3, square, occupied) | a.along(5, square, occupied) | a.along(7, square, occupied)
}

// SideName returns White for side 0 and Black for side 1.
func SideName(side int) string { return [...]string{"White", "Black"}[side] }
