package morpion

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strings"
)

// String draws the points, a line for each row: those of the start as o, those added as *, and . where
// there is none.
func (g *Game) String() string {
	start := cross(g.rule.variant)
	var drawing strings.Builder
	b := g.box()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		var row []string
		for x := b.Min.X; x < b.Max.X; x++ {
			switch {
			case !g.has(image.Pt(x, y)):
				row = append(row, ".")
			case slices.Contains(start, pointAt(x, y)):
				row = append(row, "o")
			default:
				row = append(row, "*")
			}
		}
		fmt.Fprintln(&drawing, strings.Join(row, " "))
	}
	return drawing.String()
}

// Drawing draws the points as String does, with room between them for the lines: - | \ / and, where two
// cross between points, X.
func (g *Game) Drawing() string {
	b := g.box()
	var canvas [][]byte
	for row := range strings.Lines(g.String()) {
		row = strings.TrimSuffix(strings.ReplaceAll(row, ".", " "), "\n")
		canvas = append(canvas, []byte(row), bytes.Repeat([]byte(" "), len(row)))
	}
	canvas = canvas[:len(canvas)-1]
	for l := range g.drawn() {
		d := l.straight().direction()
		at := g.placeOf(l.straight().at(l.start()))
		at = at.Sub(b.Min).Mul(2)
		for range g.rule.variant.points() - 1 {
			at = at.Add(steps[d])
			between := &canvas[at.Y][at.X]
			if *between == ' ' {
				*between = directionSigns[d]
			} else {
				*between = 'X'
			}
			at = at.Add(steps[d])
		}
	}
	var drawing strings.Builder
	for _, row := range canvas {
		drawing.Write(bytes.TrimRight(row, " "))
		drawing.WriteByte('\n')
	}
	return drawing.String()
}
