package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/peterbourgon/ff/v3/ffcli"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/neural"
)

func plotCommand(std cli.Streams) *ffcli.Command {
	var dir, to string
	flags := flag.NewFlagSet("zero plot", flag.ContinueOnError)
	flags.StringVar(&dir, "dir", "", "`folder` of the run")
	flags.StringVar(&to, "o", "-", "`file` of the picture, - for standard output")
	return cli.Subcommand(flags, "-dir FOLDER [-o FILE]", "Draw what a run has learned against the games played, as SVG.",
		"The losses and the Elo points of the log and, after zero judge -every, the shares of best moves.",
		func(context.Context) error {
			if dir == "" {
				return cli.Usagef("-dir: want the folder of a run")
			}
			return plotRun(dir, to, std.Out)
		})
}

// A panel is a plot of some quantities.
type panel struct {
	title string
	x     string // what they are drawn against
	names []string
	lines []plotter.XYs
	log   bool // the scale of x is logarithmic, with a tick for each point, and y begins at 0
}

// plotRun writes a picture of a run, a panel for each kind of quantity.
func plotRun(dir, to string, out io.Writer) error {
	log, err := neural.ReadLog(dir)
	if err != nil {
		return err
	}
	if len(log) == 0 {
		return fmt.Errorf("%s: no log of a run", dir)
	}
	losses := panel{title: "loss", x: "games", names: []string{"policy", "value"}, lines: make([]plotter.XYs, 2)}
	strength := panel{title: "strength", x: "games", names: []string{"Elo by the matches"}, lines: make([]plotter.XYs, 1)}
	matched := false
	for _, g := range log {
		x := float64(g.Games)
		losses.lines[0] = append(losses.lines[0], plotter.XY{X: x, Y: g.PolicyLoss})
		losses.lines[1] = append(losses.lines[1], plotter.XY{X: x, Y: g.ValueLoss})
		strength.lines[0] = append(strength.lines[0], plotter.XY{X: x, Y: g.Elo})
		matched = matched || g.Score.Games() > 0
	}
	shares, err := readShares(filepath.Join(dir, judgeFile))
	if err != nil {
		return err
	}
	var panels []panel
	if len(shares.lines) > 0 {
		panels = append(panels, shares)
	}
	panels = append(panels, losses)
	if matched {
		panels = append(panels, strength)
	}
	return writePanels(panels, to, out)
}

// writePanels writes a picture of panels to the named file, or to out if the name is -.
func writePanels(panels []panel, to string, out io.Writer) error {
	picture, err := drawPanels(panels)
	if err != nil {
		return err
	}
	if to == "-" {
		_, err := picture.WriteTo(out)
		return err
	}
	return atomicfile.Write(to, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

// drawPanels draws panels below one another.
func drawPanels(panels []panel) (io.WriterTo, error) {
	var plots [][]*plot.Plot
	for _, panel := range panels {
		p := plot.New()
		p.Title.Text, p.X.Label.Text = panel.title, panel.x
		for i, name := range panel.names {
			line, err := plotter.NewLine(panel.lines[i])
			if err != nil {
				return nil, err
			}
			line.Color = plotutil.Color(i)
			p.Add(line)
			p.Legend.Add(name, line)
		}
		if panel.log {
			var ticks plot.ConstantTicks
			for _, xy := range panel.lines[0] {
				ticks = append(ticks, plot.Tick{Value: xy.X, Label: strconv.Itoa(int(xy.X))})
			}
			p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, ticks
			p.Y.Min = 0
		}
		p.Add(plotter.NewGrid())
		plots = append(plots, []*plot.Plot{p})
	}
	canvas := vgsvg.New(16*vg.Centimeter, vg.Length(len(plots))*8*vg.Centimeter)
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadY: 5 * vg.Millimeter}
	for i, row := range plot.Align(plots, tiles, draw.New(canvas)) {
		plots[i][0].Draw(row[0])
	}
	return canvas, nil
}

// readShares reads what judge has written. Before the first judge -every the panel has no lines.
func readShares(name string) (panel, error) {
	shares := panel{title: "positions with a best move, %", x: "games", names: []string{"network alone", "with a search"}}
	rows, err := cli.ReadFile(name, func(r io.Reader) ([][]string, error) { return csv.NewReader(bom.Skip(r)).ReadAll() })
	if errors.Is(err, fs.ErrNotExist) {
		return shares, nil
	}
	if err != nil || len(rows) < 2 {
		return shares, err
	}
	shares.lines = make([]plotter.XYs, 2)
	for i, row := range rows[1:] {
		if len(row) != len(judgeColumns) {
			return shares, fmt.Errorf("%s:%d: %d columns, want %d", name, i+2, len(row), len(judgeColumns))
		}
		var x [3]float64
		for k, column := range []int{1, 3, 4} {
			if x[k], err = strconv.ParseFloat(row[column], 64); err != nil {
				return shares, fmt.Errorf("%s:%d: %w", name, i+2, err)
			}
		}
		for k := range shares.lines {
			shares.lines[k] = append(shares.lines[k], plotter.XY{X: x[0], Y: 100 * x[1+k]})
		}
	}
	return shares, nil
}
