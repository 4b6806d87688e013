package morpion

import (
	"bytes"
	"strings"
)

// String draws the points, a line for each row: those of the start as o, those added as *, and . where
// there is none.
func (g *Game) String() string {
	start := make(map[point]bool)
	for _, p := range cross(g.rule.variant) {
		start[p] = true
	}
	var drawing strings.Builder
	b := g.box()
	for y := b.top; y <= b.bottom; y++ {
		for x := b.left; x <= b.right; x++ {
			if x > b.left {
				drawing.WriteByte(' ')
			}
			switch {
			case !g.has(place{x, y}):
				drawing.WriteByte('.')
			case start[pointAt(x, y)]:
				drawing.WriteByte('o')
			default:
				drawing.WriteByte('*')
			}
		}
		drawing.WriteByte('\n')
	}
	return drawing.String()
}

// Drawing draws the points as String does, with room between them for the lines: - | \ / and, where two
// cross between points, X.
func (g *Game) Drawing() string {
	b := g.box()
	width, height := 2*(b.right-b.left)+1, 2*(b.bottom-b.top)+1
	canvas := make([][]byte, height)
	for y := range canvas {
		canvas[y] = []byte(strings.Repeat(" ", width))
	}
	for y, row := range strings.Split(strings.TrimSuffix(g.String(), "\n"), "\n") {
		for x := 0; x < width; x += 2 {
			if row[x] != '.' {
				canvas[2*y][x] = row[x]
			}
		}
	}
	for l := range g.drawn() {
		d := l.straight().direction()
		at := g.placeOf(l.straight().at(l.start()))
		x, y := 2*(at.x-b.left), 2*(at.y-b.top)
		for range g.rule.variant.points() - 1 {
			between := &canvas[y+steps[d].y][x+steps[d].x]
			if *between == ' ' {
				*between = directionSigns[d]
			} else {
				*between = 'X'
			}
			x, y = x+2*steps[d].x, y+2*steps[d].y
		}
	}
	var drawing strings.Builder
	for _, row := range canvas {
		drawing.Write(bytes.TrimRight(row, " "))
		drawing.WriteByte('\n')
	}
	return drawing.String()
}
