package learn

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// WriteSVG draws the loss of the readings, and that of the games held out, as a picture in Scalable Vector Graphics. For
// other plots see [Result.WriteCSV].
func (r *Result) WriteSVG(w io.Writer) error {
	const width, height, margin = 640, 360, 48
	low, high := math.Inf(1), math.Inf(-1)
	held := false
	for _, x := range r.Readings {
		low, high = min(low, x.Loss), max(high, x.Loss)
		if x.HeldOut > 0 {
			held = true
			low, high = min(low, x.HeldOut), max(high, x.HeldOut)
		}
	}
	if !(high > low) {
		low, high = low-0.01, low+0.01
	}
	last := max(len(r.Readings), 2)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/><path d="M%d %dV%dH%d" fill="none" stroke="black"/>`+"\n",
		width, height, margin, margin/2, height-margin, width-margin/2)
	place := func(number int, loss float64) (x, y float64) {
		return margin + (width-1.5*margin)*float64(number-1)/float64(last-1), height - margin - (height-1.5*margin)*(loss-low)/(high-low)
	}
	if len(r.Readings) > 0 {
		for i := range 5 {
			loss := low + (high-low)*float64(i)/4
			_, y := place(1, loss)
			fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%.4f</text>`+"\n", margin-4, y+4, loss)
		}
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%d readings</text>`+"\n", width-margin/2, height-margin/2, len(r.Readings))
	line := func(name, colour string, offset int, loss func(Reading) float64) {
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" points="`, colour)
		for _, reading := range r.Readings {
			x, y := place(reading.Number, loss(reading))
			fmt.Fprintf(&b, "%.1f,%.1f ", x, y)
		}
		fmt.Fprintf(&b, `"/><text x="%d" y="%d" fill="%s">%s</text>`+"\n", margin+offset, height-margin/2, colour, name)
	}
	line("loss", "#1f5fa8", 0, func(r Reading) float64 { return r.Loss })
	if held {
		line("loss of the games held out", "#c0392b", 60, func(r Reading) float64 { return r.HeldOut })
	}
	b.WriteString("</svg>\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("learn: %w", err)
	}
	return nil
}
