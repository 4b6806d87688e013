package play

import (
	"fmt"

	"github.com/ply-search/ply/site/internal/svg"
)

// A grid is a square board with a margin that names columns from a and rows from 1.
type grid struct {
	size    int
	upwards bool                           // row 1 is at the bottom
	class   func(x, y int) string          // of a square
	man     func(x, y int) (c, say string) // class of the piece on a square, or "", and its name for screen readers
}

const gridMargin = 0.5

// side returns the length of the board in the drawing.
func (g *grid) side() float64 { return float64(g.size) + gridMargin }

// squareName names a square, such as c2.
func squareName(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x, y+1) }

// at returns the centre of a square.
func (g *grid) at(x, y int) svg.Point {
	if g.upwards {
		y = g.size - 1 - y
	}
	return svg.At(gridMargin+float64(x)+0.5, float64(y)+0.5)
}

// named returns the centre of a named square.
func (g *grid) named(name string) svg.Point { return g.at(int(name[0]-'a'), int(name[1]-'1')) }

func (g *grid) draw(d *svg.Drawing) {
	drawMargins(d, g.size, g.upwards)
	for y := range g.size {
		for x := range g.size {
			at := g.at(x, y)
			man, say := g.man(x, y)
			if say == "" {
				say = "empty"
			}
			d.Cell(squareName(x, y), squareName(x, y)+": "+say, func() {
				d.Rect(g.class(x, y), at.X-0.5, at.Y-0.5, 1, 1)
				if man != "" {
					d.Circle(man, at, 0.4)
				}
			})
		}
	}
}

// drawMargins labels the columns below a board and the rows to its left.
func drawMargins(d *svg.Drawing, size int, upwards bool) {
	for i := range size {
		d.Text("margin", svg.At(gridMargin+float64(i)+0.5, float64(size)+gridMargin/2), 0.3, string(rune('a'+i)))
		row := i + 1
		if upwards {
			row = size - i
		}
		d.Text("margin", svg.At(gridMargin/2, float64(i)+0.5), 0.3, fmt.Sprint(row))
	}
}

// chequered alternates the colours of squares.
func chequered(x, y int) string { return [2]string{"light", "dark"}[(x+y)%2] }
