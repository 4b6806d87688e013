package main

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"

	"github.com/ply-search/ply/montecarlo"
)

// quantiles are those that plot -median draws: the ends of the range, the quartiles and the median in the middle.
var quantiles = [...]float64{0, 0.25, 0.5, 0.75, 1}

// addMedian draws the median, the quartiles and the range of several histories.
func addMedian(p *plot.Plot, histories []plotter.XYs) error {
	lines, err := summarize(histories)
	if err != nil {
		return err
	}
	line, err := plotter.NewLine(lines[2])
	if err != nil {
		return err
	}
	line.StepStyle = plotter.PostStep
	line.Color = plotutil.Color(0)
	p.Legend.Add(fmt.Sprintf("median of %d", len(histories)), line)
	for i, name := range []string{"range", "quartiles"} { // the wider one lies below
		area, err := plotter.NewPolygon(between(lines[i], lines[len(lines)-1-i]))
		if err != nil {
			return err
		}
		area.LineStyle.Width = 0
		area.Color = []color.Color{color.Gray{Y: 0xea}, color.Gray{Y: 0xcc}}[i]
		p.Add(area)
		p.Legend.Add(name, area)
	}
	p.Add(line)
	return nil
}

// summarize returns a line for each quantile of the moves that several searches had reached, with a point for each X of a
// history. The points of a history are in the order of X. The lines begin where the last history begins and end where the
// first one ends, since nothing is known of a search before and after.
func summarize(histories []plotter.XYs) (lines [len(quantiles)]plotter.XYs, err error) {
	first, last := math.Inf(-1), math.Inf(1)
	var xs []float64
	for _, h := range histories {
		first, last = max(first, h[0].X), min(last, h[len(h)-1].X)
		for _, point := range h {
			xs = append(xs, point.X)
		}
	}
	if first > last {
		return lines, errors.New("-median: one history ends before another begins")
	}
	slices.Sort(xs)
	passed := make([]int, len(histories)) // points of each history up to x
	var sample montecarlo.Sample
	for _, x := range slices.Compact(xs) {
		if x > last {
			break
		}
		sample.Reset()
		for i, h := range histories {
			for passed[i] < len(h) && h[passed[i]].X <= x {
				passed[i]++
			}
			if passed[i] > 0 {
				sample.Add(h[passed[i]-1].Y)
			}
		}
		for i, q := range quantiles {
			if x >= first {
				lines[i] = append(lines[i], plotter.XY{X: x, Y: sample.Quantile(q)})
			}
		}
	}
	return lines, nil
}

// between returns the outline of the area between two lines that go up or down in steps at the same X.
func between(low, high plotter.XYs) plotter.XYs {
	outline, upper := corners(low), corners(high)
	slices.Reverse(upper)
	return append(outline, upper...)
}

// corners returns the points of a line of steps, as [plotter.PostStep] draws it.
func corners(line plotter.XYs) (points plotter.XYs) {
	for i, point := range line {
		if i > 0 {
			points = append(points, plotter.XY{X: point.X, Y: line[i-1].Y})
		}
		points = append(points, point)
	}
	return points
}
