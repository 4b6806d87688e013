package havannah

import (
	"math/bits"
	"sync"

	"github.com/ply-search/ply/transposition"
)

// The sizes of a board: the number of cells along an edge.
const (
	MinSize = 2
	MaxSize = 20
)

// A Cell is a cell of a board, and the move that puts a stone there. Cells are numbered row by row with a border around the board.
type Cell uint16

// A board holds the tables for boards of one size.
type board struct {
	size   int
	stride int        // from a row to the next
	cells  []Cell     // of the board, row by row from a1 on
	place  []int16    // index of each cell in cells, or -1
	steps  [6]int16   // to the neighbours of a cell, in a circle
	marks  []marks    // of each cell, border included
	beyond []uint8    // of each cell, bit d if its neighbour at steps[d] is off the board
	images [12][]Cell // of each cell under each symmetry
	keys   []uint64   // Zobrist keys of a stone of side s on cell c, at 2c+s
}

// marks are the edges and corners on which a cell lies, or which a chain of stones touches: bits 0 to 5 the edges, bits 6 to 11 the
// corners. Corners belong to no edge.
type marks uint16

const (
	edges   marks = 0x3f
	corners marks = 0xfc0
)

// wins reports whether a chain with these marks is a bridge or a fork.
func (m marks) wins() bool {
	c := m & corners
	return c&(c-1) != 0 || forks>>(m&edges)&1 != 0
}

// forks has the bit of each set of at least three edges.
var forks = func() (sets uint64) {
	for set := range 64 {
		if bits.OnesCount(uint(set)) >= 3 {
			sets |= 1 << set
		}
	}
	return sets
}()

var boards [MaxSize + 1]func() *board

func init() {
	for size := range boards {
		boards[size] = sync.OnceValue(func() *board { return newBoard(size) })
	}
}

// newBoard returns the tables of a size. Cells have coordinates x and y from 0 to 2(size-1) with |x-y| < size. The name of a cell is
// the letter of x and the number y+1.
func newBoard(size int) *board {
	width := 2*size - 1
	b := &board{size: size, stride: width + 2}
	s := int16(b.stride)
	b.steps = [6]int16{1, s + 1, s, -1, -s - 1, -s}
	b.marks = make([]marks, b.stride*(width+2))
	b.keys = transposition.Zobrist{Seed: 0x48617661}.Keys(len(b.marks), 2)
	b.place = make([]int16, len(b.marks))
	for i := range b.place {
		b.place[i] = -1
	}
	last, short := width-1, size-1
	cornerAt := map[[2]int]int{
		{0, 0}: 0, {short, 0}: 1, {last, short}: 2, {last, last}: 3, {short, last}: 4, {0, short}: 5,
	}
	for y := range width {
		for x := max(0, y-short); x <= min(last, y+short); x++ {
			c := Cell((y+1)*b.stride + x + 1)
			b.place[c] = int16(len(b.cells))
			b.cells = append(b.cells, c)
			if corner, ok := cornerAt[[2]int{x, y}]; ok {
				b.marks[c] = 1 << (6 + corner)
				continue
			}
			for edge, on := range [6]bool{y == 0, x-y == short, x == last, y == last, y-x == short, x == 0} {
				if on {
					b.marks[c] |= 1 << edge
				}
			}
		}
	}
	b.beyond = make([]uint8, len(b.marks))
	for _, c := range b.cells {
		for d, step := range b.steps {
			if b.place[int16(c)+step] < 0 {
				b.beyond[c] |= 1 << d
			}
		}
	}
	for i := range b.images {
		b.images[i] = make([]Cell, len(b.marks))
		for _, c := range b.cells {
			x, y := b.coordinates(c)
			x, y = x-short, y-short
			for range i % 6 { // a turn by a sixth
				x, y = x-y, x
			}
			if i >= 6 {
				x, y = y, x
			}
			b.images[i][c], _ = b.at(x+short, y+short)
		}
	}
	return b
}

func (b *board) coordinates(c Cell) (x, y int) { return int(c)%b.stride - 1, int(c)/b.stride - 1 }

// at returns the cell with coordinates x and y, and whether it is on the board.
func (b *board) at(x, y int) (Cell, bool) {
	width := 2*b.size - 1
	if x < 0 || x >= width || y < 0 || y >= width {
		return 0, false
	}
	c := Cell((y+1)*b.stride + x + 1)
	return c, b.place[c] >= 0
}

// around holds the runs of each set of neighbours of a cell. Bit d of a set stands for the neighbour at steps[d].
var around = func() (table [64]runs) {
	for set := range table {
		r := &table[set]
		for d := range 6 {
			here, before, after := set>>d&1 != 0, set>>((d+5)%6)&1 != 0, set>>((d+1)%6)&1 != 0
			if here && !before {
				r.first[r.count] = uint8(d)
				r.count++
			}
			if here && before && after {
				r.inner |= 1 << d
			}
		}
		if set == 63 {
			r.count = 1 // a full circle, which no neighbour begins
		}
	}
	return table
}()

// dull has the bit of each set of neighbours with which a stone of the same side neither connects chains nor fills a ring.
var dull = func() (sets uint64) {
	for set, r := range around {
		if r.count < 2 && r.inner == 0 {
			sets |= 1 << set
		}
	}
	return sets
}()

// runs are the runs of adjacent neighbours in the circle around a cell.
type runs struct {
	count uint8
	inner uint8    // set of the neighbours between two others
	first [3]uint8 // neighbour of each run
}
