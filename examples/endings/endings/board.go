package endings

import "math/bits"

const (
	size    = 8
	squares = size * size
)

// A bitboard is a set of squares. Bit 0 is a1, bit 1 is b1, bit 8 is a2.
type bitboard uint64

func at(square int) bitboard { return 1 << square }

func (b bitboard) has(square int) bool { return b>>square&1 != 0 }

func (b bitboard) first() int { return bits.TrailingZeros64(uint64(b)) }

func (b bitboard) count() int { return bits.OnesCount64(uint64(b)) }

const (
	firstRank bitboard = 0xff
	lastRank           = firstRank << (squares - size)
)

// steps holds the squares to which kings and knights can go, hits those that a pawn attacks, by side.
var (
	steps [kinds][squares]bitboard
	hits  [2][squares]bitboard
	rays  [8][squares]bitboard // the squares in each direction: first those that lead to greater numbers
)

var directions = [8][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}}

// beside returns the square at a distance, none if it is not on the board.
func beside(square, dx, dy int) bitboard {
	x, y := square%size+dx, square/size+dy
	if x < 0 || x >= size || y < 0 || y >= size {
		return 0
	}
	return at(y*size + x)
}

func init() {
	for square := range squares {
		for d, step := range directions {
			for n := 1; n < size; n++ {
				rays[d][square] |= beside(square, n*step[0], n*step[1])
			}
			steps[king][square] |= beside(square, step[0], step[1])
		}
		for _, step := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			steps[knight][square] |= beside(square, step[0], step[1])
		}
		for side, forward := range []int{White: 1, Black: -1} {
			for _, dx := range []int{-1, 1} {
				hits[side][square] |= beside(square, dx, forward)
			}
		}
	}
}

// ray returns the squares in a direction up to the first one of blockers, which is included.
func ray(d, square int, blockers bitboard) bitboard {
	all := rays[d][square]
	met := all & blockers
	switch {
	case met == 0:
		return all
	case d < 4:
		return all &^ rays[d][met.first()]
	default:
		return all &^ rays[d][bits.Len64(uint64(met))-1]
	}
}

func straight(square int, blockers bitboard) bitboard {
	return ray(0, square, blockers) | ray(1, square, blockers) | ray(4, square, blockers) | ray(5, square, blockers)
}

func diagonal(square int, blockers bitboard) bitboard {
	return ray(2, square, blockers) | ray(3, square, blockers) | ray(6, square, blockers) | ray(7, square, blockers)
}

// attacks returns the squares that a piece other than a pawn attacks.
func attacks(k kind, square int, blockers bitboard) bitboard {
	switch k {
	case rook:
		return straight(square, blockers)
	case bishop:
		return diagonal(square, blockers)
	case queen:
		return straight(square, blockers) | diagonal(square, blockers)
	default:
		return steps[k][square]
	}
}
