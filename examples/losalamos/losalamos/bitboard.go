package losalamos

import "math/bits"

// The squares are numbered a1, b1 to f1, a2 and so on.
const (
	size    = 6
	squares = size * size
)

// A bitboard is a set of squares.
type bitboard uint64

func (b bitboard) has(square int) bool { return b>>square&1 != 0 }

// first returns the least square of b, which is not empty.
func (b bitboard) first() int { return bits.TrailingZeros64(uint64(b)) }

// last returns the greatest square of b, which is not empty.
func (b bitboard) last() int { return 63 - bits.LeadingZeros64(uint64(b)) }

func (b bitboard) count() int { return bits.OnesCount64(uint64(b)) }

const (
	firstRank bitboard = 1<<size - 1
	lastRank           = firstRank << (squares - size)
)

// directions are those of a queen: first the four in which squares get greater, then their opposites in the
// same order. Those of a rook are the even ones.
var directions = [8]struct{ file, rank int }{
	{0, 1}, {1, 1}, {1, 0}, {-1, 1},
	{0, -1}, {-1, -1}, {-1, 0}, {1, -1},
}

// Where pieces on an empty board go from each square.
var (
	rays           [8][squares]bitboard
	knightTargets  [squares]bitboard
	kingTargets    [squares]bitboard
	pawnCaptures   [2][squares]bitboard       // by side
	rookReach      [squares]bitboard          // all squares in line
	queenReach     [squares]bitboard          // likewise
	between        [squares][squares]bitboard // the squares between two in line, without them
	lines          [squares][squares]bitboard // the whole line through two, with them; empty if they are not in line
	kingDistance   [squares][squares]int      // the moves of a king from one to another
	centreDistance [squares]int               // the moves of a king to one of the four squares in the centre
)

func init() {
	for square := range squares {
		step := func(file, rank int) bitboard {
			file, rank = square%size+file, square/size+rank
			if file < 0 || file >= size || rank < 0 || rank >= size {
				return 0
			}
			return 1 << (rank*size + file)
		}
		for i, d := range directions {
			for n := 1; n < size; n++ {
				rays[i][square] |= step(n*d.file, n*d.rank)
			}
			kingTargets[square] |= step(d.file, d.rank)
			queenReach[square] |= rays[i][square]
			if i%2 == 0 {
				rookReach[square] |= rays[i][square]
			}
		}
		for _, sign := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			knightTargets[square] |= step(sign[0], 2*sign[1]) | step(2*sign[0], sign[1])
		}
		pawnCaptures[White][square] = step(-1, 1) | step(1, 1)
		pawnCaptures[Black][square] = step(-1, -1) | step(1, -1)
		for other := range squares {
			kingDistance[square][other] = max(abs(square%size-other%size), abs(square/size-other/size))
		}
		centreDistance[square] = max(abs(2*(square%size)-(size-1)), abs(2*(square/size)-(size-1))) / 2
	}
	for a := range squares {
		for i := range directions {
			for far := rays[i][a]; far != 0; far &= far - 1 {
				b := far.first()
				between[a][b] = rays[i][a] &^ rays[i][b] &^ (1 << b)
				lines[a][b] = rays[i][a] | rays[(i+4)%8][a] | 1<<a
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }

// along returns the squares in a direction up to the first that is occupied, with it.
func along(direction, square int, occupied bitboard) bitboard {
	ray := rays[direction][square]
	blockers := ray & occupied
	switch {
	case blockers == 0:
		return ray
	case direction < 4:
		return ray &^ rays[direction][blockers.first()]
	default:
		return ray &^ rays[direction][blockers.last()]
	}
}

func rookTargets(square int, occupied bitboard) bitboard {
	return along(0, square, occupied) | along(2, square, occupied) | along(4, square, occupied) | along(6, square, occupied)
}

func diagonalTargets(square int, occupied bitboard) bitboard {
	return along(1, square, occupied) | along(3, square, occupied) | along(5, square, occupied) | along(7, square, occupied)
}

func queenTargets(square int, occupied bitboard) bitboard {
	return rookTargets(square, occupied) | diagonalTargets(square, occupied)
}
