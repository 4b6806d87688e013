// Package svg draws pictures in SVG.
package svg

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// A Point is a point in the coordinates of a drawing.
type Point struct{ X, Y float64 }

// At returns the point at x, y.
func At(x, y float64) Point { return Point{x, y} }

// A Drawing is an SVG picture. Each shape has a class; the style sheet of the page defines its colours, for a light and
// a dark theme.
type Drawing struct {
	width, height float64
	shapes        strings.Builder
}

// New returns an empty drawing of the given size.
func New(width, height float64) *Drawing { return &Drawing{width: width, height: height} }

// Number formats a coordinate with at most two decimals.
func Number(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Rect draws a rectangle.
func (d *Drawing) Rect(class string, x, y, width, height float64) {
	fmt.Fprintf(&d.shapes, `<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`, class, Number(x), Number(y), Number(width), Number(height))
}

// Circle draws a circle.
func (d *Drawing) Circle(class string, at Point, radius float64) {
	fmt.Fprintf(&d.shapes, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`, class, Number(at.X), Number(at.Y), Number(radius))
}

// Line draws a line.
func (d *Drawing) Line(class string, from, to Point) {
	fmt.Fprintf(&d.shapes, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class, Number(from.X), Number(from.Y), Number(to.X), Number(to.Y))
}

// Polygon draws a polygon.
func (d *Drawing) Polygon(class string, corners ...Point) {
	fmt.Fprintf(&d.shapes, `<polygon class="%s" points="`, class)
	for i, c := range corners {
		if i > 0 {
			d.shapes.WriteByte(' ')
		}
		d.shapes.WriteString(Number(c.X) + "," + Number(c.Y))
	}
	d.shapes.WriteString(`"/>`)
}

// Path draws a path. steps are in the notation of SVG paths, such as M0 0L1 1.
func (d *Drawing) Path(class, steps string, width float64) {
	fmt.Fprintf(&d.shapes, `<path class="%s" d="%s" stroke-width="%s"/>`, class, steps, Number(width))
}

// Text draws a line of text centred at a point. size is the font size.
func (d *Drawing) Text(class string, at Point, size float64, text string) {
	fmt.Fprintf(&d.shapes, `<text class="%s" x="%s" y="%s" font-size="%s">%s</text>`, class, Number(at.X), Number(at.Y), Number(size), html.EscapeString(text))
}

// Goban draws an empty Go board with the given number of lines. To its left, in a column of width margin, are the
// numbers of the rows; below it are the letters of the columns, without I.
func (d *Drawing) Goban(margin float64, lines int) {
	side := float64(lines)
	d.Rect("goboard", margin, 0, side, side)
	for k := range lines {
		at := float64(k) + 0.5
		d.Line("gridline", At(margin+0.5, at), At(margin+side-0.5, at))
		d.Line("gridline", At(margin+at, 0.5), At(margin+at, side-0.5))
		d.Text("margin", At(margin/2, side-at), 0.3, strconv.Itoa(k+1))
		d.Text("margin", At(margin+at, side+margin/2), 0.3, "ABCDEFGHJKLMNOPQRST"[k:k+1])
	}
}

// Cell draws a part of the board that the user can select. draw draws the shapes of this part. name is the name of the
// cell in the paths of moves of package play. label is the text for screen readers.
func (d *Drawing) Cell(name, label string, draw func()) {
	fmt.Fprintf(&d.shapes, `<g class="cell" data-cell="%s" aria-label="%s">`, html.EscapeString(name), html.EscapeString(label))
	draw()
	d.shapes.WriteString(`</g>`)
}

// SVG returns the picture as an svg element. label is its text for screen readers; if it is empty, screen readers
// ignore the picture.
func (d *Drawing) SVG(class, label string) string {
	role := fmt.Sprintf(`role="group" aria-label="%s"`, html.EscapeString(label))
	if label == "" {
		role = `aria-hidden="true"`
	}
	return fmt.Sprintf(`<svg class="%s" viewBox="0 0 %s %s" %s>%s</svg>`, class, Number(d.width), Number(d.height), role, &d.shapes)
}
