package morpion

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strings"
)

// String draws the points, a text line for each row: points of the start as o, added points as *, and . where there is no point.
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

// Drawing draws the points as String does, with the lines between them: - | \ / and X where two cross between points.
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

// A Stroke is the drawing of a move: the new point and the ends of the line. Columns and rows are as in [WriteRecord].
type Stroke struct{ New, From, To image.Point }

// Strokes returns the strokes of moves, which must be legal from the start on.
func Strokes(v Variant, moves []Move) []Stroke {
	g := New(v)
	strokes := make([]Stroke, len(moves))
	for i, m := range moves {
		at := g.placeOf(m.point())
		step := steps[m.straight().direction()]
		from := at.Sub(step.Mul(m.number()))
		strokes[i] = Stroke{at, from, from.Add(step.Mul(v.points() - 1))}
		g.Play(m)
	}
	return strokes
}

// Cross returns the points of the start.
func Cross(v Variant) []image.Point {
	var at []image.Point
	for _, p := range cross(v) {
		at = append(at, image.Pt(p.x(), p.y()))
	}
	return at
}
