package player

import (
	"fmt"
	"strings"
)

// A Chart is the expected goal over the turns of a match, to be drawn.
type Chart struct {
	Points []Point
	Line   string // the points, as SVG wants them
	Last   int    // the last turn
}

// A Point is a turn on a [Chart], with its place there.
type Point struct{ Turn, Value, X, Y int }

// The place of a chart in its drawing.
const (
	chartLeft, chartWidth = 36, 554
	chartTop, chartHeight = 10, 100
)

// chart returns the values of the turns that have one, nil if there are fewer than two.
func chart(turns []TurnView) *Chart {
	c := new(Chart)
	var line []string
	if len(turns) > 0 {
		c.Last = turns[len(turns)-1].Number
	}
	for _, t := range turns {
		if !t.Decision.Known {
			continue
		}
		p := Point{Turn: t.Number, Value: t.Decision.Percent()}
		p.X = chartLeft + chartWidth*(t.Number-1)/max(1, c.Last-1)
		p.Y = chartTop + chartHeight*(100-p.Value)/100
		c.Points = append(c.Points, p)
		line = append(line, fmt.Sprintf("%d,%d", p.X, p.Y))
	}
	if len(c.Points) < 2 {
		return nil
	}
	c.Line = strings.Join(line, " ")
	return c
}
