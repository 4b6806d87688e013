package backgammon

import (
	"bytes"
	"fmt"
	"io"

	svg "github.com/ajstarks/svgo"
)

// Lengths in a picture, in pixels.
const (
	width  = 36           // of a point, the bar and a checker
	length = 5*width + 12 // of a point
	board0 = width        // left of the board
	top    = 48           // above the board
	across = 14 * width   // the board and the checkers borne off
	middle = 40           // between the points of both halves
	height = 2*length + middle
)

// WriteSVG draws the position as a picture in SVG. It returns errors of w.
func (g *Game) WriteSVG(w io.Writer) error {
	const text = "font-family:sans-serif;font-size:13px;text-anchor:middle;fill:black"
	var out bytes.Buffer // a canvas has no errors
	canvas := svg.New(&out)
	canvas.Start(across+2*board0, height+2*top)
	canvas.Title("Backgammon: " + g.caption())
	canvas.Rect(0, 0, across+2*board0, height+2*top, "fill:white")
	canvas.Rect(board0, top, across, height, "fill:#f3e9d2;stroke:#443")
	canvas.Rect(board0+6*width, top, width, height, "fill:#cbb994;stroke:#443")
	canvas.Rect(board0+13*width, top, width, height, "fill:#cbb994;stroke:#443")
	canvas.Text(board0+across/2, 20, g.caption(), text)
	for half := range 2 {
		base, tip, label := top, top+length, top-8
		if half == 1 {
			base, tip, label = top+height, top+height-length, top+height+18
		}
		for column := range 12 {
			x := board0 + column*width
			if column >= 6 {
				x += width
			}
			fill := []string{"#c98", "#9ab"}[(half+column)%2]
			canvas.Polygon([]int{x, x + width/2, x + width}, []int{base, tip, base}, "fill:"+fill)
			canvas.Text(x+width/2, label, fmt.Sprint(g.number(half, column)), text)
			side, point := g.column(half, column)
			drawStack(canvas, side, g.At(side, point), x, half)
		}
		drawStack(canvas, 1-half, g.At(1-half, Bar), board0+6*width, half)
		drawStack(canvas, 1-half, g.At(1-half, Off), board0+13*width, half)
	}
	canvas.End()
	_, err := out.WriteTo(w)
	return err
}

// drawStack draws checkers in the upper half, 0, or the lower half, 1.
func drawStack(canvas *svg.SVG, side, n, x, half int) {
	fill, ink := "fill:white;stroke:black", "fill:black"
	if side == 1 {
		fill, ink = "fill:#222;stroke:black", "fill:white"
	}
	for i := range min(n, 5) {
		y := top + width/2 + i*width
		if half == 1 {
			y = top + height - width/2 - i*width
		}
		canvas.Circle(x+width/2, y, width/2-2, fill)
		if i == 4 && n > 5 {
			canvas.Text(x+width/2, y+5, fmt.Sprint(n), "font-family:sans-serif;font-size:14px;text-anchor:middle;"+ink)
		}
	}
}
