package testgames

import (
	"fmt"

	"github.com/ply-search/ply/transposition"
)

// Tiles is the sliding puzzle, with cycles. It is solved when the gap is first and the tiles follow in order.
type Tiles struct {
	Width, Height int
	Cells         []uint8 // 0 is the gap
	NoGoal        bool    // no position is solved
	gap           int
}

// A Slide is the gap and the cell of the tile that moves there. As a number, it saves instances of generic code.
type Slide int

// SlideOf is the slide into the gap cell from another cell.
func SlideOf(cell, from int) Slide { return Slide(cell<<8 | from) }

func (m Slide) Cell() int { return int(m >> 8) }

func (m Slide) From() int { return int(m & 0xff) }

func (m Slide) String() string { return fmt.Sprintf("{%d %d}", m.Cell(), m.From()) }

func NewTiles(width int, cells ...uint8) *Tiles {
	t := &Tiles{Width: width, Height: len(cells) / width, Cells: cells}
	for i, c := range cells {
		if c == 0 {
			t.gap = i
		}
	}
	return t
}

func (t *Tiles) Moves(dst []Slide) []Slide {
	if t.Solved() {
		return dst
	}
	x, y := t.gap%t.Width, t.gap/t.Width
	for _, d := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		if u, v := x+d[0], y+d[1]; 0 <= u && u < t.Width && 0 <= v && v < t.Height {
			dst = append(dst, SlideOf(t.gap, v*t.Width+u))
		}
	}
	return dst
}

func (t *Tiles) Play(m Slide) {
	cell, from := m.Cell(), m.From()
	t.Cells[cell], t.Cells[from] = t.Cells[from], 0
	t.gap = from
}

func (t *Tiles) Undo(m Slide) {
	cell, from := m.Cell(), m.From()
	t.Cells[from], t.Cells[cell] = t.Cells[cell], 0
	t.gap = cell
}

func (t *Tiles) Solved() bool {
	if t.NoGoal {
		return false
	}
	for i, c := range t.Cells {
		if int(c) != i {
			return false
		}
	}
	return true
}

// Estimate is the sum of the distances of the tiles from their places.
func (t *Tiles) Estimate() int {
	abs := func(x int) int { return max(x, -x) }
	sum := 0
	for i, c := range t.Cells {
		if c != 0 {
			sum += abs(i%t.Width-int(c)%t.Width) + abs(i/t.Width-int(c)/t.Width)
		}
	}
	return sum
}

func (t *Tiles) Hash() uint64                          { return transposition.Hash(t.Cells) }
func (t *Tiles) AppendBinary(b []byte) ([]byte, error) { return append(b, t.Cells...), nil }
func (t *Tiles) String() string                        { return fmt.Sprint(t.Cells) }
