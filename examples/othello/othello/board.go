package othello

import "math/bits"

// A bitboard is a set of squares: bit 0 is A1, bit 7 is H1, bit 8 is A2, and bit 63 is H8.
type bitboard uint64

const (
	size    = 8
	squares = size * size

	fileA bitboard = 0x0101010101010101
	fileH          = fileA << 7

	corners bitboard = 1 | 1<<7 | 1<<56 | 1<<63
)

// placesForGeneric returns the empty squares where the side with the discs own can play: those at the end of a row of
// discs of other that begins at a disc of own, in any of the eight directions.
//
// To the east, an addition carries from the first discs of rows to their ends. In the other directions all rows grow at
// once, first by one disc and then by two (parallel prefix of Kogge and Stone).
func placesForGeneric(own, other bitboard) bitboard {
	const south, southWest, southEast = size, size - 1, size + 1
	inner := other &^ (fileA | fileH) // rows to the side must not run over an edge
	pairs, pairsEast := other&(other<<south), inner&(inner>>1)
	pairsWest, pairsSouthEast := inner&(inner<<southWest), inner&(inner<<southEast)
	return ((inner+inner&(own<<1))&^inner |
		endsDown(inner&(own>>1), inner, pairsEast, 1) |
		endsUp(other&(own<<south), other, pairs, south) |
		endsDown(other&(own>>south), other, pairs>>south, south) |
		endsUp(inner&(own<<southWest), inner, pairsWest, southWest) |
		endsDown(inner&(own>>southWest), inner, pairsWest>>southWest, southWest) |
		endsUp(inner&(own<<southEast), inner, pairsSouthEast, southEast) |
		endsDown(inner&(own>>southEast), inner, pairsSouthEast>>southEast, southEast)) &^ (own | other)
}

// endsUp returns the squares at the ends of rows of other discs, in which each square is step bits above the one before.
// start has the first discs of the rows, pairs the discs of other whose predecessor is in other, too.
func endsUp(start, other, pairs bitboard, step int) bitboard {
	start |= other & (start << step)
	start |= pairs & (start << (2 * step))
	start |= pairs & (start << (2 * step))
	return start << step
}

func endsDown(start, other, pairs bitboard, step int) bitboard {
	start |= other & (start >> step)
	start |= pairs & (start >> (2 * step))
	start |= pairs & (start >> (2 * step))
	return start >> step
}

// These tables describe a line (a row, a column or a diagonal) as a byte, with a bit for each square in the order of files
// or, in a column, of ranks. The first index is the square of the line where a disc is played.
var (
	ends     [size][1 << (size - 2)]uint8 // by the inner six of the other discs: where rows of them from that square end
	between  [size][1 << size]uint8       // by the own discs at such ends: the squares in between
	turnLast [size][1 << size]uint8       // by the own discs: how many discs turn if the other side has all other squares
)

func init() {
	for place := range size {
		for discs := range 1 << size {
			for _, step := range [2]int{-1, 1} {
				end := place + step
				for end > 0 && end < size-1 && discs>>end&1 != 0 {
					end += step
				}
				if end >= 0 && end < size && end != place+step {
					ends[place][discs>>1%len(ends[place])] |= 1 << end
				}
				for end = place + step; end >= 0 && end < size && discs>>end&1 == 0; {
					end += step
				}
				if end >= 0 && end < size {
					turnLast[place][discs] += uint8(max(place-end, end-place) - 1)
				}
			}
			for end := range size {
				if discs>>end&1 != 0 {
					for i := min(place, end) + 1; i < max(place, end); i++ {
						between[place][discs] |= 1 << i
					}
				}
			}
		}
	}
}

// fromFile is a factor that moves the squares of file A into the highest byte; toFile moves the bits of a byte to file A.
const (
	fromFile = 0x0102040810204080
	toFile   = 0x0002040810204081
)

var diagonals = func() (d [squares][2]bitboard) {
	for square := range squares {
		for other := range squares {
			x, y := square%size-other%size, square/size-other/size
			if x == y {
				d[square][0] |= 1 << other
			}
			if x == -y {
				d[square][1] |= 1 << other
			}
		}
	}
	return d
}()

// turnedGeneric returns the discs of the other side that a disc played on a square turns over, line by line.
func turnedGeneric(own, other bitboard, square uint) bitboard {
	d := &diagonals[square%squares]
	file, rank, row := square%size, square/size%size, square&(squares-size)
	return turnedIn(file, own>>row, other>>row)<<row |
		turnedIn(rank, (own>>file&fileA)*fromFile>>56, (other>>file&fileA)*fromFile>>56)*toFile&fileA<<file |
		turnedIn(file, (own&d[0])*fileA>>56, (other&d[0])*fileA>>56)*fileA&d[0] |
		turnedIn(file, (own&d[1])*fileA>>56, (other&d[1])*fileA>>56)*fileA&d[1]
}

// turnedIn is turned for one line, in the lowest byte of the arguments.
func turnedIn(place uint, own, other bitboard) bitboard {
	return bitboard(between[place][ends[place][other>>1%(1<<(size-2))]&uint8(own)])
}

// turnedLast returns how many discs a move on a square turns if all other squares that are not own belong to the other side.
func turnedLast(own bitboard, square uint) int {
	d := &diagonals[square%squares]
	file, rank, row := square%size, square/size%size, square&(squares-size)
	return int(turnLast[file][uint8(own>>row)]) +
		int(turnLast[rank][(own>>file&fileA)*fromFile>>56]) +
		int(turnLast[file][(own&d[0])*fileA>>56]) +
		int(turnLast[file][(own&d[1])*fileA>>56])
}

func (b bitboard) count() int { return bits.OnesCount64(uint64(b)) }

// first returns the lowest square of a set, which must not be empty.
func (b bitboard) first() uint { return uint(bits.TrailingZeros64(uint64(b))) }
