package chess

import board "github.com/ply-search/ply/examples/internal/chess"

// The squares are numbered a1, b1 to h1, a2 and so on.
const (
	size    = board.Size
	squares = board.Squares

	firstRank board.Set = 1<<size - 1

	fileA board.Set = 0x0101010101010101
	fileH           = fileA << (size - 1)
)

// Tables for an empty board.
var (
	attack       = board.NewAttacks()
	rookLines    [squares]board.Set
	bishopLines  [squares]board.Set
	between      [squares][squares]board.Set // the squares strictly between two squares in line
	lines        [squares][squares]board.Set // the line through two squares in line, and themselves
	kingDistance [squares][squares]int       // in moves of a king
	keeps        [squares]castling           // the rights to castle that a move from or to a square leaves
)

func init() {
	for a := range squares {
		rooks[a] = newSlider(a, 0, rookFactors[a], attack.Rook)
		bishops[a] = newSlider(a, 1, bishopFactors[a], attack.Bishop)
		rookLines[a], bishopLines[a] = rookReach(a, 0), bishopReach(a, 0)
		for i, rays := range attack.Rays {
			for far := rays[a]; far != 0; far &= far - 1 {
				b := far.First()
				between[a][b] = rays[a] &^ rays[b] &^ board.At(b)
				lines[a][b] = rays[a] | attack.Rays[(i+4)%8][a] | board.At(a)
			}
		}
		for b := range squares {
			kingDistance[a][b] = max(abs(a%size-b%size), abs(a/size-b/size))
		}
		keeps[a] = everyCastling
	}
	for i, w := range wings {
		keeps[w.king] &^= 1 << i
		keeps[w.rook] &^= 1 << i
	}
}

func abs(n int) int { return max(n, -n) }

// forward returns the squares one step ahead of a side's pawns.
func forward(side uint8, pawns board.Set) board.Set {
	if side == White {
		return pawns << size
	}
	return pawns >> size
}

// A castling is a set of rights to castle: bit i stands for wings[i].
type castling uint8

const everyCastling castling = 1<<len(wings) - 1

// wings are the ways to castle, two for each side. The king goes two squares towards the rook, and the rook beside it.
var wings = [4]struct {
	king, rook     int // where they stand
	kingTo, rookTo int
	letter         byte // in a FEN
}{
	{4, 7, 6, 5, 'K'}, {4, 0, 2, 3, 'Q'}, {60, 63, 62, 61, 'k'}, {60, 56, 58, 59, 'q'},
}

// wingOf returns the way to castle of a king that goes two squares.
func wingOf(side uint8, from, to int) int {
	i := 2 * int(side)
	if to < from {
		i++
	}
	return i
}
