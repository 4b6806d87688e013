package play

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// A Point is a place on a drawing, in its units.
type Point struct{ X, Y float64 }

// A Drawing is a picture in SVG that is written shape by shape. Shapes have classes and no colours, which the style
// sheet of the page chooses, so that they follow its light and dark scheme.
type Drawing struct {
	width, height float64
	shapes        strings.Builder
}

// NewDrawing returns an empty drawing.
func NewDrawing(width, height float64) *Drawing { return &Drawing{width: width, height: height} }

// number writes a coordinate with at most two decimals.
func number(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Rect draws a rectangle.
func (d *Drawing) Rect(class string, x, y, width, height float64) {
	fmt.Fprintf(&d.shapes, `<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`, class, number(x), number(y), number(width), number(height))
}

// Circle draws a circle.
func (d *Drawing) Circle(class string, at Point, radius float64) {
	fmt.Fprintf(&d.shapes, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`, class, number(at.X), number(at.Y), number(radius))
}

// Line draws a line.
func (d *Drawing) Line(class string, from, to Point) {
	fmt.Fprintf(&d.shapes, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class, number(from.X), number(from.Y), number(to.X), number(to.Y))
}

// Polygon draws a polygon.
func (d *Drawing) Polygon(class string, corners ...Point) {
	fmt.Fprintf(&d.shapes, `<polygon class="%s" points="`, class)
	for i, c := range corners {
		if i > 0 {
			d.shapes.WriteByte(' ')
		}
		d.shapes.WriteString(number(c.X) + "," + number(c.Y))
	}
	d.shapes.WriteString(`"/>`)
}

// Text writes a line of text around a point.
func (d *Drawing) Text(class string, at Point, size float64, text string) {
	fmt.Fprintf(&d.shapes, `<text class="%s" x="%s" y="%s" font-size="%s">%s</text>`, class, number(at.X), number(at.Y), number(size), html.EscapeString(text))
}

// Cell draws a part of the board that can be chosen. The name is what a move's Path refers to, and the label is what a
// screen reader says.
func (d *Drawing) Cell(name, label string, draw func()) {
	fmt.Fprintf(&d.shapes, `<g class="cell" data-cell="%s" aria-label="%s">`, html.EscapeString(name), html.EscapeString(label))
	draw()
	d.shapes.WriteString(`</g>`)
}

// SVG returns the picture as an element whose size the page chooses.
func (d *Drawing) SVG(class, label string) string {
	role := fmt.Sprintf(`role="group" aria-label="%s"`, html.EscapeString(label))
	if label == "" {
		role = `aria-hidden="true"`
	}
	return fmt.Sprintf(`<svg class="%s" viewBox="0 0 %s %s" %s>%s</svg>`, class, number(d.width), number(d.height), role, &d.shapes)
}
