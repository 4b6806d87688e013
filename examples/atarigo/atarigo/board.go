package atarigo

import (
	"iter"
	"math/bits"

	"github.com/ply-search/ply/examples/goban/goban"
)

// Boards are sets of cells, bit 8·row + column. Rows are counted from the bottom, as Go players do.
const (
	stride  = 8
	columnA = 0x0101010101010101
	columnH = columnA << 7
)

// around returns the neighbours of the cells of a set, on a board.
func around(cells, board uint64) uint64 {
	return (cells<<stride | cells>>stride | cells&^columnH<<1 | cells&^columnA>>1) & board
}

// stringOf returns the string of stones that contains from.
func stringOf(from, stones uint64) uint64 {
	for {
		more := from | around(from, stones)
		if more == from {
			return from
		}
		from = more
	}
}

// stringsOf yields the strings of stones that contain some stones, with their liberties.
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

func boardOf(size int) uint64 {
	row := uint64(1)<<size - 1
	board := uint64(0)
	for i := range size {
		board |= row << (stride * i)
	}
	return board
}

// images are the images of each cell under the eight symmetries.
type images [64][8]uint8

func imagesOf(size int) *images {
	im := new(images)
	for row := range size {
		for column := range size {
			for s := range im[0] {
				x, y := goban.Under(s, column, row, size-1)
				im[row*stride+column][s] = uint8(y*stride + x)
			}
		}
	}
	return im
}

func count(cells uint64) int { return bits.OnesCount64(cells) }

// inAtari returns the liberties of the strings that have only one.
func inAtari(stones, empty, board uint64) (liberties uint64) {
	for _, l := range stringsOf(stones&around(empty, board), stones, empty) {
		if atMostOne(l) {
			liberties |= l
		}
	}
	return liberties
}
