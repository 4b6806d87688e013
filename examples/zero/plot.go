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

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ply-search/ply/internal/bom"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/neural"
)

func plotCommand(std cli.Streams) *cli.Command {
	var r runFlags
	var to string
	flags := flag.NewFlagSet("zero plot", flag.ContinueOnError)
	flags.StringVar(&r.dir, "dir", "", "`folder` of the run")
	flags.StringVar(&to, "o", "-", "`file` of the picture, - for standard output")
	return cli.Subcommand(flags, "-dir FOLDER [-o FILE]", "Draw what a run has learned against the games played, as SVG.",
		"The losses and the Elo points of the log and, after zero judge -every, the shares of best moves.",
		func(context.Context) error {
			if err := r.check(); err != nil {
				return err
			}
			return plotRun(r.dir, to, std.Out)
		})
}

type panel struct {
	title, x string
	names    []string
	lines    []plotter.XYs
}

func plotRun(dir, to string, out io.Writer) error {
	log, err := neural.ReadLog(dir)
	if err != nil {
		return err
	}
	if len(log) == 0 {
		return fmt.Errorf("%s: no log of a run", dir)
	}
	losses := panel{"loss", "games", []string{"policy", "value"}, make([]plotter.XYs, 2)}
	strength := panel{"strength", "games", []string{"Elo by the matches"}, make([]plotter.XYs, 1)}
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
	panels := []panel{shares, losses, strength}
	if !matched {
		panels = panels[:2]
	}
	var plots []*plot.Plot
	for _, panel := range panels {
		if len(panel.lines) == 0 {
			continue
		}
		p, err := panel.plot()
		if err != nil {
			return err
		}
		plots = append(plots, p)
	}
	return writePlots(plots, to, out)
}

func (panel *panel) plot() (*plot.Plot, error) {
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
	p.Add(plotter.NewGrid())
	return p, nil
}

func writePlots(plots []*plot.Plot, to string, out io.Writer) error {
	picture := vgsvg.New(16*vg.Centimeter, vg.Length(len(plots))*8*vg.Centimeter)
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadY: 5 * vg.Millimeter}
	var rows [][]*plot.Plot
	for _, p := range plots {
		rows = append(rows, []*plot.Plot{p})
	}
	for i, row := range plot.Align(rows, tiles, draw.New(picture)) {
		plots[i].Draw(row[0])
	}
	return cli.WriteFile(to, out, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

// readShares reads the file of judge. Before the first judge -every the panel has no lines.
func readShares(name string) (panel, error) {
	shares := panel{"positions with a best move, %", "games", []string{"network alone", "with a search"}, nil}
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
