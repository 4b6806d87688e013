package havannah

import (
	"fmt"
	"math/bits"
	"sync"

	"github.com/ply-search/ply/transposition"
)

// The sizes of a board: the number of cells along an edge.
const (
	MinSize = 2
	MaxSize = 20
)

// A Cell is a cell of a board, and a move: the stone that is put there. Cells are numbered row by row with a
// border around, so that the neighbours of a cell are at the same distances everywhere.
type Cell uint16

// A board is what all games of a size share.
type board struct {
	size   int
	stride int    // from a row to the next
	cells  []Cell // those of the board, row by row from a1 on
	place  []int16
	steps  [6]int16   // to the neighbours of a cell, in a circle
	marks  []marks    // of each cell, border included
	beyond []uint8    // of each cell, bit d if its neighbour at steps[d] is off the board
	images [12][]Cell // of each cell under each symmetry
	keys   []uint64   // of a stone of side s on cell c, at 2c+s: what it contributes to the hash
}

// marks are the edges and corners that a cell lies on, or those that a chain of stones touches: bits 0 to 5
// the edges, bits 6 to 11 the corners. Corners belong to no edge.
type marks uint16

const (
	edges   marks = 0x3f
	corners marks = 0xfc0
)

// wins reports whether a chain that touches these is a bridge or a fork.
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

// newBoard makes a board. A cell has coordinates x and y from 0 to 2(size-1), those with |x-y| < size; x is the
// letter and y+1 the number of its name, and a1 is in a corner.
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

// coordinates returns x and y of a cell.
func (b *board) coordinates(c Cell) (x, y int) { return int(c)%b.stride - 1, int(c)/b.stride - 1 }

// at returns the cell with coordinates x and y, if the board has it.
func (b *board) at(x, y int) (Cell, bool) {
	width := 2*b.size - 1
	if x < 0 || x >= width || y < 0 || y >= width {
		return 0, false
	}
	c := Cell((y+1)*b.stride + x + 1)
	return c, b.place[c] >= 0
}

// name returns a cell as it is written, such as a1.
func (b *board) name(c Cell) string {
	x, y := b.coordinates(c)
	return letters(x) + fmt.Sprint(y+1)
}

// letters returns the letter of a column; after z comes aa.
func letters(x int) string {
	if x < 26 {
		return string(rune('a' + x))
	}
	return letters(x/26-1) + letters(x%26)
}

// around tells of each set of neighbours of a cell, bit d for the one at steps[d], how it falls into runs.
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
			r.count = 1 // all around, without a first one
		}
	}
	return table
}()

// dull has the bit of each set of neighbours of which a stone of the same side among them wins nothing that its chain
// has not, but for its own marks.
var dull = func() (sets uint64) {
	for set, r := range around {
		if r.count < 2 && r.inner == 0 {
			sets |= 1 << set
		}
	}
	return sets
}()

// runs are the runs of neighbours that follow one another in the circle around a cell.
type runs struct {
	count uint8
	inner uint8    // neighbours that are between two others
	first [3]uint8 // of each run
}
