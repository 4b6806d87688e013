// Command tuneplot draws how the parameters of a tuning with [tune.SPSA] changed, as SVG. The file is written by -out
// of a command's subcommand tune.
//
//	go run github.com/ply-search/ply/engine/tuneplot -file tune.jsonl -o tune.svg
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	var file, to string
	flags := flag.NewFlagSet("tuneplot", flag.ContinueOnError)
	flags.StringVar(&file, "file", "", "`file` of the tuning, as tune -out writes it")
	flags.StringVar(&to, "o", "-", "`file` of the picture, - for standard output")
	return cli.Subcommand(flags, "-file FILE [-o FILE]", "Draw how the parameters of a tuning have changed, as SVG.",
		"Each line is a parameter after each iteration, on a scale from 0, the least value of its range, to 1, the greatest.",
		func(context.Context) error {
			if file == "" {
				return cli.Usagef("-file: want the file of a tuning")
			}
			t, err := cli.ReadFile(file, read)
			if err != nil {
				return err
			}
			p, err := t.plot()
			if err != nil {
				return err
			}
			picture := vgsvg.New(16*vg.Centimeter, 10*vg.Centimeter)
			p.Draw(draw.New(picture))
			return cli.WriteFile(to, std.Out, func(w io.Writer) error {
				_, err := picture.WriteTo(w)
				return err
			})
		})
}

// A tuning has the contents of the file of a tuning.
type tuning struct {
	Format     string             `json:"format"`
	Parameters []engine.Parameter `json:"parameters"`

	iterations []tune.Iteration
}

// read reads a file. A last line without an end, of a tuning that was killed, is left out.
func read(r io.Reader) (*tuning, error) {
	t := new(tuning)
	lines := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case err == io.EOF && number == 1:
			return nil, fmt.Errorf("no tuning")
		case err == io.EOF:
			return t, nil
		case err != nil:
			return nil, err
		}
		if err := t.add(number, bytes.TrimSpace(line)); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
}

// add adds a line.
func (t *tuning) add(number int, line []byte) error {
	if number == 1 {
		if err := json.Unmarshal(line, t); err != nil || t.Format != "ply tuning" || len(t.Parameters) == 0 {
			return fmt.Errorf("no tuning")
		}
		return nil
	}
	var i tune.Iteration
	if err := json.Unmarshal(line, &i); err != nil {
		return err
	}
	if len(i.Values) != len(t.Parameters) {
		return fmt.Errorf("%s, want %s", cli.Count(len(i.Values), "value"), cli.Count(len(t.Parameters), "parameter"))
	}
	t.iterations = append(t.iterations, i)
	return nil
}

// mostPoints is about the most points of a line, which is more than a picture of this width can show.
const mostPoints = 1000

func (t *tuning) plot() (*plot.Plot, error) {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "tuning", "iterations", "share of the range"
	p.Y.Min, p.Y.Max = 0, 1
	p.Legend.Top = true
	for k, parameter := range t.Parameters {
		points := plotter.XYs{{X: 0, Y: share(parameter, parameter.Initial)}}
		step := 1 + len(t.iterations)/mostPoints
		for i := step - 1; i < len(t.iterations); i += step {
			points = append(points, plotter.XY{X: float64(i + 1), Y: share(parameter, t.iterations[i].Values[k])})
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, fmt.Errorf("parameter %s: %w", parameter.Name, err)
		}
		line.Color = plotutil.Color(k)
		last := parameter.Initial
		if n := len(t.iterations); n > 0 {
			last = t.iterations[n-1].Values[k]
		}
		p.Add(line)
		p.Legend.Add(fmt.Sprintf("%s %.3g → %.3g", parameter.Name, parameter.Initial, last), line)
	}
	p.Add(plotter.NewGrid())
	return p, nil
}

// share returns where a value is in the range of a parameter, from 0 to 1.
func share(p engine.Parameter, value float64) float64 {
	if p.Logarithmic {
		return math.Log(value/p.Least) / math.Log(p.Most/p.Least)
	}
	return (value - p.Least) / (p.Most - p.Least)
}
