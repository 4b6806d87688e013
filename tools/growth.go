package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// growing are the packages with a BenchmarkGrowth.
var growing = []string{"./examples/morpion/morpion", "./examples/connectfour/connectfour"}

func growthCommand(ctx context.Context, std streams, args []string) error {
	flags, root := newFlags(std, "growth")
	if err := parseFlags(flags, args, 0); err != nil {
		return err
	}
	dir, err := findRoot(*root)
	if err != nil {
		return err
	}
	test := exec.CommandContext(ctx, "go", append([]string{"test", "-run", "NONE", "-bench", "Growth", "-benchtime", "1x", "-count", "3"}, growing...)...)
	test.Dir, test.Stderr = dir, std.log
	test.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"))
	var out bytes.Buffer
	test.Stdout = &out
	if err := test.Run(); err != nil {
		return fmt.Errorf("%w\n%s", err, out.Bytes())
	}
	all, err := growths(out.Bytes())
	if err != nil {
		return err
	}
	for _, g := range all {
		for _, p := range g.points {
			fmt.Fprintf(std.out, "%-12s %9d %10.1f ns %9.3f MB\n", g.search, p.size, p.time, p.memory)
		}
	}
	picture, err := drawGrowth(all)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "examples", "pictures", "growth.svg"), picture, 0o666)
}

// A growth is the cost of a search at one size.
type growth struct {
	search string
	points []growthPoint
}

type growthPoint struct {
	size         int
	time, memory float64 // nanoseconds per unit of size; megabytes
}

var growthName = regexp.MustCompile(`^Growth/search=(\w+)/size=(\d+)`)

// growths parses the output of benchmarks. The fastest of several runs counts, because other load slows the machine.
func growths(out []byte) ([]growth, error) {
	results, err := readBenchmarks(out)
	if err != nil {
		return nil, err
	}
	var all []growth
	for _, r := range results {
		m := growthName.FindStringSubmatch(r.name)
		if m == nil {
			continue
		}
		size, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, err
		}
		p := growthPoint{size, r.values["ns/unit"], r.values["MB"]}
		i := slices.IndexFunc(all, func(g growth) bool { return g.search == m[1] })
		if i < 0 {
			i = len(all)
			all = append(all, growth{search: m[1]})
		}
		g := &all[i]
		if j := slices.IndexFunc(g.points, func(q growthPoint) bool { return q.size == p.size }); j < 0 {
			g.points = append(g.points, p)
		} else {
			g.points[j].time = min(g.points[j].time, p.time)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("no benchmark has said how it grows")
	}
	return all, nil
}

// drawGrowth plots the time per node or playout, and the memory, against the size.
func drawGrowth(all []growth) ([]byte, error) {
	const width, height = 20 * vg.Centimeter, 8 * vg.Centimeter
	panels := []*plot.Plot{plot.New(), plot.New()}
	panels[0].Title.Text, panels[0].Y.Label.Text = "time for each node, simulation or playout", "ns"
	panels[1].Title.Text, panels[1].Y.Label.Text = "memory in use at the end", "MB"
	for k, p := range panels {
		p.X.Label.Text = "nodes, simulations or playouts"
		p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
		p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(powersOfTen), plot.TickerFunc(powersOfTen)
		p.Add(plotter.NewGrid())
		for i, g := range all {
			var points plotter.XYs
			for _, q := range g.points {
				if y := [2]float64{q.time, q.memory}[k]; y >= 0.01 { // smaller values are noise
					points = append(points, plotter.XY{X: float64(q.size), Y: y})
				}
			}
			if len(points) == 0 {
				continue
			}
			line, dots, err := plotter.NewLinePoints(points)
			if err != nil {
				return nil, err
			}
			line.Color = plotutil.Color(i)
			dots.Color, dots.Shape = line.Color, draw.CircleGlyph{}
			p.Add(line, dots)
			p.Legend.Add(g.search, line, dots)
		}
		p.Legend.Top, p.Legend.Left = true, k == 1 // away from the lines
	}
	canvas := vgsvg.New(width, height)
	for i, c := range plot.Align([][]*plot.Plot{panels}, draw.Tiles{Rows: 1, Cols: 2, PadX: vg.Centimeter}, draw.New(canvas))[0] {
		panels[i].Draw(c)
	}
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	return b.Bytes(), err
}

func powersOfTen(low, high float64) (ticks []plot.Tick) {
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		if x := math.Pow(10, e); x >= low && x <= high {
			label := strconv.FormatFloat(x, 'f', -1, 64)
			switch {
			case x >= 1e6:
				label = strconv.FormatFloat(x/1e6, 'f', -1, 64) + " M"
			case x >= 1e3:
				label = strconv.FormatFloat(x/1e3, 'f', -1, 64) + " k"
			}
			ticks = append(ticks, plot.Tick{Value: x, Label: label})
		}
	}
	return ticks
}
