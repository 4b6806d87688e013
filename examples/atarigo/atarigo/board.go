package atarigo

import (
	"iter"
	"math/bits"
)

// Boards are sets of cells, bit 8·row + column. Rows are counted from the bottom, as Go players do.
const (
	stride  = 8
	columnA = 0x0101010101010101
	columnH = columnA << 7
)

// around returns the cells next to those of a set, on a board.
func around(cells, board uint64) uint64 {
	return (cells<<stride | cells>>stride | cells&^columnH<<1 | cells&^columnA>>1) & board
}

// stringOf returns the string of stones that from, some of its stones, belongs to.
func stringOf(from, stones uint64) uint64 {
	for {
		more := from | around(from, stones)
		if more == from {
			return from
		}
		from = more
	}
}

// stringsOf yields the strings of stones that some of these belong to, and their liberties.
func stringsOf(some, stones, empty uint64) iter.Seq2[uint64, uint64] {
	return func(yield func(str, liberties uint64) bool) {
		for rest := some; rest != 0; {
			str := stringOf(rest&-rest, stones)
			rest &^= str
			if !yield(str, around(str, empty)) {
				return
			}
		}
	}
}

// atMostOne returns whether a set has at most one cell.
func atMostOne(cells uint64) bool { return cells&(cells-1) == 0 }

// boardOf returns the board of a size.
func boardOf(size int) uint64 {
	row := uint64(1)<<size - 1
	board := uint64(0)
	for i := range size {
		board |= row << (stride * i)
	}
	return board
}

// images are the eight places that each cell of a board goes to by rotation and reflection.
type images [64][8]uint8

// under returns the image of a cell under a symmetry of a square whose last rows and columns have the number last.
func under(s, row, column, last int) (int, int) {
	if s&1 != 0 {
		column = last - column
	}
	if s&2 != 0 {
		row = last - row
	}
	if s&4 != 0 {
		row, column = column, row
	}
	return row, column
}

func imagesOf(size int) *images {
	im := new(images)
	last := size - 1
	for row := range size {
		for column := range size {
			for s := range 8 {
				r, c := under(s, row, column, last)
				im[row*stride+column][s] = uint8(r*stride + c)
			}
		}
	}
	return im
}

// count returns the number of cells of a set.
func count(cells uint64) int { return bits.OnesCount64(cells) }

// inAtari returns the liberties of the strings that have one only.
func inAtari(stones, empty, board uint64) (liberties uint64) {
	for _, l := range stringsOf(stones&around(empty, board), stones, empty) {
		if atMostOne(l) {
			liberties |= l
		}
	}
	return liberties
}
