// Command goofspiel solves and plays Goofspiel.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	"github.com/ply-search/ply/search/equilibrium"
	"github.com/ply-search/ply/search/regret"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("goofspiel", "Solve and play Goofspiel, the game of pure strategy.",
		"Two players have the same cards, and bid for prizes that are turned up one after the other. Both bid a card at the\n"+
			"same time; the higher card wins the prize, equal cards win nothing, and both cards are gone.",
		solveCommand(std), playCommand(std), plotCommand(std))
}

type dealing struct {
	cards  int
	order  string
	points bool
}

func (d *dealing) define(flags *flag.FlagSet, cards, most int) {
	cli.Number(flags, &d.cards, "cards", cards, 1, most, "`cards` of each player")
	cli.Choice(flags, &d.order, "order", goofspiel.Orders[0], goofspiel.Orders, "the `order` of the prizes")
	flags.BoolVar(&d.points, "points", false, "play for the difference of the points, not for who has more")
}

func (d *dealing) game() (*goofspiel.Game, error) {
	return goofspiel.New(goofspiel.Rules{Cards: d.cards, Order: goofspiel.Order(slices.Index(goofspiel.Orders, d.order)), Points: d.points})
}

// scale returns the outcome of a full win, 0 for any win.
func (d *dealing) scale() int {
	if !d.points {
		return 0
	}
	return d.cards * (d.cards + 1) / 2
}

type solving struct {
	dealing
	time time.Duration
	json bool
}

func solveCommand(std cli.Streams) *cli.Command {
	var s solving
	flags := flag.NewFlagSet("goofspiel solve", flag.ContinueOnError)
	s.define(flags, 4, 9)
	cli.Number(flags, &s.time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no bound)")
	flags.BoolVar(&s.json, "json", false, "write JSON objects, one a line")
	return cli.Subcommand(flags, "[flags]", "Find the value and an equilibrium of the first bids, by linear programming.",
		"Where the prizes are shuffled, each first prize is solved. 6 cards take a second, 7 a minute.",
		func(ctx context.Context) error { return s.run(ctx, std.Out) })
}

type solved struct {
	Cards         int              `json:"cards"`
	Prize         goofspiel.Card   `json:"prize"`
	Value         float64          `json:"value"`
	Bids          []goofspiel.Card `json:"bids"`
	Probabilities []float64        `json:"probabilities"` // of Bids, for player 0
	Positions     int              `json:"positions"`
	Seconds       float64          `json:"seconds"`
}

func (s *solving) run(ctx context.Context, out io.Writer) error {
	g, err := s.game()
	if err != nil {
		return err
	}
	prizes := g.MovesOf(ply.Chance, nil)
	if len(prizes) == 0 {
		return s.solve(ctx, out, g)
	}
	for i := range prizes {
		g.PlayJoint(prizes[i : i+1])
		if err := s.solve(ctx, out, g); err != nil {
			return err
		}
		g.UndoJoint(prizes[i : i+1])
	}
	return nil
}

func (s *solving) solve(ctx context.Context, out io.Writer, g *goofspiel.Game) error {
	r, err := equilibrium.Solve(ctx, g, ply.Limits{Time: s.time}, equilibrium.Options[goofspiel.Card]{})
	if err != nil {
		return err
	}
	found := solved{s.cards, g.Prize(), r.Value, r.Moves[0], r.Probabilities[0], r.Nodes, r.Elapsed.Seconds()}
	switch {
	case r.Status != ply.Complete:
		return fmt.Errorf("prize %d: %w", g.Prize(), r.Status.Err())
	case s.json:
		return cli.WriteJSON(out, found)
	}
	fmt.Fprintf(out, "prize %d: value %+.6f, bids", found.Prize, math.Round(found.Value*1e6)/1e6+0) // no negative 0
	for i, p := range found.Probabilities {
		if p > 1e-7 { // less may be an error of rounding
			fmt.Fprintf(out, " %d (%.4f)", found.Bids[i], p)
		}
	}
	_, err = fmt.Fprintf(out, "; %s, %.3f s\n", cli.Count(found.Positions, "position"), found.Seconds)
	return err
}

type playing struct {
	dealing
	time time.Duration
	seed uint64
}

func playCommand(std cli.Streams) *cli.Command {
	var p playing
	flags := flag.NewFlagSet("goofspiel play", flag.ContinueOnError)
	p.define(flags, 6, goofspiel.MaxCards)
	cli.Number(flags, &p.time, "time", time.Second, time.Millisecond, cli.LongTime, "`time` that the computer takes for a bid")
	cli.Seed(flags, &p.seed, "the prizes and of the computer")
	return cli.Subcommand(flags, "[flags]", "Play a game against regret matching.",
		"Bids are read from standard input, a card a line; quit ends. The computer chooses before it reads.",
		func(ctx context.Context) error { return p.run(ctx, std.In, std.Out) })
}

func (p *playing) run(ctx context.Context, in io.Reader, out io.Writer) error {
	g, err := p.game()
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(p.seed, 0))
	dialogue := cli.NewDialogue(in, out)
	defer dialogue.Close()
	for {
		if prizes := g.MovesOf(ply.Chance, nil); len(prizes) > 0 {
			g.PlayJoint(prizes[random.IntN(len(prizes)):][:1])
			continue
		}
		hand := g.MovesOf(0, nil)
		if len(hand) == 0 {
			break
		}
		bid, err := p.bid(ctx, g, random)
		if err != nil || ctx.Err() != nil {
			return err
		}
		own, more, err := ask(g, hand, dialogue, out)
		if err != nil || !more {
			return err
		}
		fmt.Fprintf(out, "I bid %d\n", bid)
		g.PlayJoint([]goofspiel.Card{own, bid})
	}
	result := [...]string{"you lose", "drawn", "you win"}[1+min(1, max(-1, g.Points()))]
	_, err = fmt.Fprintf(out, "%s by %+d points\n", result, g.Points())
	return err
}

func (p *playing) bid(ctx context.Context, g *goofspiel.Game, random *rand.Rand) (goofspiel.Card, error) {
	if hand := g.MovesOf(1, nil); len(hand) == 1 {
		return hand[0], nil
	}
	r, err := joint.Search(ctx, g, ply.Limits{Time: p.time}, joint.Options[goofspiel.Card]{Scale: p.scale(), Random: random})
	if err != nil {
		return 0, err
	}
	return r.Choose(1, random), nil
}

// ask reads a bid. It returns false at the end of the input.
func ask(g *goofspiel.Game, hand []goofspiel.Card, dialogue *cli.Dialogue, out io.Writer) (bid goofspiel.Card, more bool, err error) {
	for {
		word, more, err := dialogue.Ask(fmt.Sprintf("%v\nyour bid: ", g))
		if err != nil || !more {
			return 0, false, err
		}
		if i := slices.IndexFunc(hand, func(c goofspiel.Card) bool { return fmt.Sprint(c) == word }); i >= 0 {
			return hand[i], true, nil
		}
		fmt.Fprintf(out, "%q is no bid: want one of %v, or quit\n", word, hand)
	}
}

type comparing struct {
	dealing
	simulations, runs int
	seed              uint64
	output            string
	json              bool
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
