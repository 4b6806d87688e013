package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/textfile"
	"github.com/ply-search/ply/montecarlo"
)

// measures are the horizontal axes of a history, in the order of its columns.
var measures = []string{"seconds", "playouts"}

func plotCommand(std cli.Streams) *cli.Command {
	var histories, counts []string
	var against, output string
	var median bool
	flags := flag.NewFlagSet("morpion plot", flag.ContinueOnError)
	appendTo := func(names *[]string) func(string) error {
		return func(name string) error {
			*names = append(*names, name)
			return nil
		}
	}
	flags.Func("history", "draw the history in this `file`, as search writes it; may be repeated", appendTo(&histories))
	flags.Func("counts", "draw the counts in this `file`, a line for each position, as count -json writes them; may be repeated", appendTo(&counts))
	cli.Choice(flags, &against, "against", measures[0], measures,
		"with -history: `measure` on the horizontal axis, playouts on a logarithmic scale")
	flags.BoolVar(&median, "median", false,
		"with -history: draw the median, the quartiles and the range of all histories, not each of them")
	flags.StringVar(&output, "o", "", "write the plot to this `file`; its name ends in .svg, .png or .pdf")
	return cli.Subcommand(flags, "-history FILE|-counts FILE [flags] -o FILE.svg",
		"Plot how the best games of searches grew by time or playouts, or how counts grow towards the start of a game.", "",
		func(context.Context) error {
			switch {
			case len(histories) == 0 && len(counts) == 0:
				return cli.Usagef("-history, -counts: want a file")
			case len(histories) > 0 && len(counts) > 0:
				return cli.Usagef("-history, -counts: want one of the two")
			case len(counts) > 0 && (median || against != measures[0]):
				return cli.Usagef("-against, -median: only with -history")
			case output == "":
				return cli.Usagef("-o: want a file")
			}
			format := strings.TrimPrefix(strings.ToLower(filepath.Ext(output)), ".")
			if !slices.Contains([]string{"svg", "png", "pdf"}, format) {
				return cli.Usagef("-o %s: want a name that ends in .svg, .png or .pdf", output)
			}
			p := plot.New()
			names, step := histories, plotter.PostStep
			read := func(in io.Reader) (plotter.XYs, error) { return readHistory(in, slices.Index(measures, against)) }
			p.X.Label.Text = against
			p.Y.Label.Text = "moves of the best game"
			if len(counts) > 0 {
				names, read, step = counts, readCounts, plotter.MidStep
				p.X.Label.Text = "moves played before"
				p.Y.Label.Text = "nodes"
			}
			all := make([]plotter.XYs, len(names))
			for i, name := range names {
				var err error
				if all[i], err = cli.Read(name, std.In, read); err != nil {
					return err
				}
				if median && !slices.IsSortedFunc(all[i], byX) {
					return fmt.Errorf("%s: -median: want a file for each search", cli.Name(name))
				}
			}
			if median {
				if err := addMedian(p, all); err != nil {
					return err
				}
			} else if err := addLines(p, names, all, step); err != nil {
				return err
			}
			switch {
			case len(counts) > 0:
				logarithmic(&p.Y)
			case against != measures[0]:
				logarithmic(&p.X)
			}
			p.Legend.Top = len(counts) > 0 // where the counts are least
			p.Add(plotter.NewGrid())
			picture, err := p.WriterTo(16*vg.Centimeter, 10*vg.Centimeter, format)
			if err != nil {
				return err
			}
			return atomicfile.Write(output, func(w io.Writer) error {
				_, err := picture.WriteTo(w)
				return err
			})
		})
}

func addLines(p *plot.Plot, names []string, all []plotter.XYs, step plotter.StepKind) error {
	for i, name := range names {
		line, err := plotter.NewLine(all[i])
		if err != nil {
			return fmt.Errorf("%s: %w", cli.Name(name), err)
		}
		line.StepStyle = step
		line.Color = plotutil.Color(i)
		line.Dashes = plotutil.Dashes(i / len(plotutil.DefaultColors))
		p.Add(line)
		p.Legend.Add(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), line)
	}
	return nil
}

// logarithmic gives an axis of numbers from 1 on a logarithmic scale.
func logarithmic(axis *plot.Axis) {
	axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	if axis.Min == axis.Max { // the plot library would extend the axis to 0
		axis.Min, axis.Max = axis.Min/2, axis.Max*2
	}
}

// mostPlotted is the greatest number in a plot. Scales of far greater numbers have no marks.
const mostPlotted = 1e15

func byX(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) }

// readCounts reads the output of count, and sorts it by the number of moves played before.
func readCounts(in io.Reader) (plotter.XYs, error) {
	var points plotter.XYs
	err := textfile.Each(in, func(_ int, text string) error {
		var c counted
		if err := json.Unmarshal([]byte(text), &c); err != nil || c.From < 0 || float64(c.From) > mostPlotted || c.Nodes < 1 || float64(c.Nodes) > mostPlotted {
			return errors.New("want an object of count -json")
		}
		points = append(points, plotter.XY{X: float64(c.From), Y: float64(c.Nodes)})
		return nil
	})
	if err == nil && len(points) == 0 {
		err = errors.New("no counts")
	}
	slices.SortFunc(points, byX)
	return points, err
}

// readHistory reads a history, with the numbers of a column as X. Lines before the first playout are left out if X counts playouts.
func readHistory(in io.Reader, column int) (plotter.XYs, error) {
	rows := csv.NewReader(bom.Skip(in))
	rows.FieldsPerRecord = 3
	var points plotter.XYs
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		line, _ := rows.FieldPos(0)
		x, err1 := strconv.ParseFloat(row[column], 64)
		moves, err2 := strconv.ParseFloat(row[2], 64)
		if err1 != nil || err2 != nil || !(x >= 0 && x <= mostPlotted) || !(moves >= 0 && moves <= mostPlotted) {
			return nil, fmt.Errorf("line %d: want seconds, playouts and moves", line)
		}
		if column == 0 || x >= 1 {
			points = append(points, plotter.XY{X: x, Y: moves})
		}
	}
	if len(points) == 0 {
		return nil, errors.New("an empty history")
	}
	return points, nil
}

// quantiles are the lines of plot -median: the ends of the range, the quartiles and, in the middle, the median.
var quantiles = [...]float64{0, 0.25, 0.5, 0.75, 1}

// addMedian adds the median, the quartiles and the range of several histories.
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

// summarize returns a line for each quantile of several histories, which are sorted by X. The lines have a point for each X in the
// interval that all histories cover.
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

// between returns the outline of the area between two lines with steps at the same X.
func between(low, high plotter.XYs) plotter.XYs {
	outline, upper := corners(low), corners(high)
	slices.Reverse(upper)
	return append(outline, upper...)
}

// corners returns the corners of a line of steps, as [plotter.PostStep] draws it.
func corners(line plotter.XYs) (points plotter.XYs) {
	for i, point := range line {
		if i > 0 {
			points = append(points, plotter.XY{X: point.X, Y: line[i-1].Y})
		}
		points = append(points, point)
	}
	return points
}
