package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/internal/atomicfile"
)

// A growth holds the flags of plot.
type growth struct {
	histories []string
	counts    []string
	output    string
}

func plotCommand(std cli.Streams) *ffcli.Command {
	var g growth
	flags := flag.NewFlagSet("morpion plot", flag.ContinueOnError)
	flags.Func("history", "draw the history in this `file`, as search writes it; may be repeated", func(name string) error {
		g.histories = append(g.histories, name)
		return nil
	})
	flags.Func("counts", "draw the counts in this `file`, a line for each position, as count -json writes them; may be repeated", func(name string) error {
		g.counts = append(g.counts, name)
		return nil
	})
	flags.StringVar(&g.output, "o", "", "write the plot to this `file`; its name ends in .svg, .png or .pdf")
	return &ffcli.Command{
		Name:       "plot",
		ShortUsage: "morpion plot -history FILE|-counts FILE [flags] -o FILE.svg",
		ShortHelp:  "Plot how the best games of searches grew in time, or how counts grow towards the start of a game.",
		FlagSet:    flags,
		Exec:       func(context.Context, []string) error { return g.run(std.In) },
	}
}

func (g *growth) run(stdin io.Reader) error {
	switch {
	case len(g.histories) == 0 && len(g.counts) == 0:
		return cli.Usagef("-history, -counts: want a file")
	case len(g.histories) > 0 && len(g.counts) > 0:
		return cli.Usagef("-history, -counts: want one of the two")
	case g.output == "":
		return cli.Usagef("-o: want a file")
	}
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(g.output)), ".")
	if !slices.Contains([]string{"svg", "png", "pdf"}, format) {
		return cli.Usagef("-o %s: want a name that ends in .svg, .png or .pdf", g.output)
	}
	p := plot.New()
	names, read, step := g.histories, readHistory, plotter.PostStep
	p.X.Label.Text = "seconds"
	p.Y.Label.Text = "moves of the best game"
	if len(g.counts) > 0 {
		names, read, step = g.counts, readCounts, plotter.MidStep
		p.X.Label.Text = "moves played before"
		p.Y.Label.Text = "nodes"
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	for i, name := range names {
		points, err := cli.Read(name, stdin, read)
		if err != nil {
			return err
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return fmt.Errorf("%s: %w", cli.Name(name), err)
		}
		line.StepStyle = step
		line.Color = plotutil.Color(i)
		line.Dashes = plotutil.Dashes(i / len(plotutil.DefaultColors))
		p.Add(line)
		p.Legend.Add(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)), line)
	}
	p.Legend.Top = len(g.counts) > 0 // where the counts are least
	p.Add(plotter.NewGrid())
	picture, err := p.WriterTo(16*vg.Centimeter, 10*vg.Centimeter, format)
	if err != nil {
		return err
	}
	return atomicfile.Write(g.output, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

// mostPlotted bounds the numbers of a plot: the scales of far greater ones have no marks.
const mostPlotted = 1e15

// readCounts reads what count wrote, in the order of the moves played before.
func readCounts(in io.Reader) (plotter.XYs, error) {
	var points plotter.XYs
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		var c counted
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil || c.From < 0 || float64(c.From) > mostPlotted || c.Nodes < 1 || float64(c.Nodes) > mostPlotted {
			return nil, fmt.Errorf("line %d: want an object of count -json", number)
		}
		points = append(points, plotter.XY{X: float64(c.From), Y: float64(c.Nodes)})
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, errors.New("no counts")
	}
	slices.SortFunc(points, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	return points, nil
}

// readHistory reads what a history wrote.
func readHistory(in io.Reader) (plotter.XYs, error) {
	rows := csv.NewReader(in)
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
		seconds, err1 := strconv.ParseFloat(row[0], 64)
		moves, err2 := strconv.ParseFloat(row[2], 64)
		if err1 != nil || err2 != nil || !(seconds >= 0 && seconds <= mostPlotted) || !(moves >= 0 && moves <= mostPlotted) {
			return nil, fmt.Errorf("line %d: want seconds, playouts and moves", line)
		}
		points = append(points, plotter.XY{X: seconds, Y: moves})
	}
	if len(points) == 0 {
		return nil, errors.New("an empty history")
	}
	return points, nil
}
