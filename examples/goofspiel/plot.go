package main

import (
	"context"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goofspiel/goofspiel"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts/joint"
	"github.com/ply-search/ply/rounds"
	"github.com/ply-search/ply/search/regret"
)

type comparing struct {
	dealing
	simulations int
	runs        int
	seed        uint64
	output      string
	json        bool
}

var formats = []string{"svg", "png", "pdf"}

func plotCommand(std cli.Streams) *cli.Command {
	var c comparing
	flags := flag.NewFlagSet("goofspiel plot", flag.ContinueOnError)
	c.define(flags, 4, 5)
	cli.Number(flags, &c.simulations, "simulations", 100_000, 1, 100_000_000, "the most `simulations` of a tree")
	cli.Number(flags, &c.runs, "runs", 5, 1, 1000, "`trees` to take the mean of")
	cli.Seed(flags, &c.seed, "the trees")
	flags.StringVar(&c.output, "o", "", "write a plot to this `file`, whose name ends in ."+strings.Join(formats, ", .")+" (default: none)")
	flags.BoolVar(&c.json, "json", false, "write JSON objects, one a line")
	return cli.Subcommand(flags, "[flags]", "Measure how exploitable trees of joint moves are as their simulations grow.",
		"Trees grow by regret matching, by decoupled UCT and by Exp3. The exploitability is that of the strategy in the\n"+
			"whole game: what a player who knows it gains, on average over both. Where a tree has not been, its strategy is\n"+
			"uniform. The prizes come in order: shuffled ones make the game too large to be measured often.",
		func(ctx context.Context) error { return c.run(ctx, std.Out) })
}

type measured struct {
	Cards          int     `json:"cards"`
	Selection      string  `json:"selection"`
	Simulations    int     `json:"simulations"`
	Runs           int     `json:"runs"`
	Exploitability float64 `json:"exploitability"` // the mean
}

func (c *comparing) run(ctx context.Context, out io.Writer) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.output)), ".")
	if c.output != "" && !slices.Contains(formats, format) {
		return cli.Usagef("-o %s: want a name that ends in .%s", c.output, strings.Join(formats, ", ."))
	}
	if c.order == goofspiel.Orders[goofspiel.Random] {
		c.order = goofspiel.Orders[goofspiel.Descending]
	}
	selections := []joint.Selection{joint.RegretMatching, joint.UCT, joint.Exp3}
	bar := cli.NewProgress(len(selections)*c.runs, "trees")
	defer bar.Close()
	p := plot.New()
	p.Title.Text = "Goofspiel with " + cli.Count(c.cards, "card")
	p.X.Label.Text, p.Y.Label.Text = "simulations", "exploitability"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	p.Y.Min, p.Legend.Top = 0, true
	for i, selection := range selections {
		means := map[int]float64{}
		for run := range c.runs {
			if err := c.measure(ctx, selection, run, means); err != nil || ctx.Err() != nil {
				return err
			}
			bar.Set(i*c.runs + run + 1)
		}
		line, err := c.line(out, selection, means)
		if err != nil {
			return err
		}
		line.Color = plotutil.Color(i)
		p.Add(line)
		p.Legend.Add(selection.String(), line)
	}
	if c.output == "" {
		return nil
	}
	p.Add(plotter.NewGrid())
	picture, err := p.WriterTo(16*vg.Centimeter, 10*vg.Centimeter, format)
	if err != nil {
		return err
	}
	return atomicfile.Write(c.output, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

// steps returns the numbers of simulations at which a tree is measured: about four for each power of ten.
func (c *comparing) steps() (steps []int) {
	for x := 1.0; x < float64(c.simulations); x *= math.Pow(10, 0.25) {
		if n := int(math.Round(x)); n >= 10 {
			steps = append(steps, n)
		}
	}
	return append(steps, c.simulations)
}

// measure grows a tree and adds its exploitability at each step to the means.
func (c *comparing) measure(ctx context.Context, selection joint.Selection, run int, means map[int]float64) error {
	g, err := c.game()
	if err != nil {
		return err
	}
	tree, err := joint.New(g, joint.Options[goofspiel.Card]{Selection: selection, Scale: c.scale(), Random: rand.NewPCG(c.seed, uint64(run))})
	if err != nil {
		return err
	}
	serial, before := rounds.Serialize(g), 0
	for _, n := range c.steps() {
		if _, err := tree.Search(ctx, ply.Limits{Nodes: n - before}); err != nil {
			return err
		}
		before = n
		e, err := regret.Evaluate(ctx, serial, ply.Limits{}, tree)
		if err != nil || e.Status != ply.Complete {
			return err
		}
		means[n] += e.Exploitability / float64(c.runs)
	}
	return nil
}

// line writes the means, and returns them as a line of the plot.
func (c *comparing) line(out io.Writer, selection joint.Selection, means map[int]float64) (*plotter.Line, error) {
	var points plotter.XYs
	for _, n := range c.steps() {
		m := measured{c.cards, selection.String(), n, c.runs, means[n]}
		points = append(points, plotter.XY{X: float64(n), Y: means[n]})
		if err := cli.Write(out, c.json, m, "%-16s %9d simulations: exploitability %.4f\n", m.Selection, n, m.Exploitability); err != nil {
			return nil, err
		}
	}
	return plotter.NewLine(points)
}
