package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/ggp/reasoner"
	"github.com/ply-search/ply/examples/internal/cli"
)

// playouts is the command that measures how many random matches a machine plays.
type playouts struct {
	source
	machine string
	seconds float64
	plies   int
	seed    uint64
	json    bool
}

func playoutsCommand(std cli.Streams) *ffcli.Command {
	var c playouts
	flags := flag.NewFlagSet("ggp playouts", flag.ContinueOnError)
	c.flags(flags)
	cli.Choice(flags, &c.machine, "machine", "reasoner", []string{"reasoner", "none"}, "what plays by the rules, a `machine`")
	cli.Number(flags, &c.seconds, "seconds", 10.0, 0.001, 1e6, "play for this number of `seconds`")
	cli.Number(flags, &c.plies, "plies", 0, 0, cli.Many, "end matches after this number of joint `moves`, 0 for no limit")
	cli.Number(flags, &c.seed, "seed", 1, 0, math.MaxUint64, "`seed` of all chance")
	flags.BoolVar(&c.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "playouts",
		ShortUsage: "ggp playouts -game GAME [flags]",
		ShortHelp:  "Play random matches and count them.",
		LongHelp:   "The reasoner derives what holds in each state from the rules as they are written.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
	}
}

// played is what playouts says.
type played struct {
	Game      string    `json:"game"`
	Machine   string    `json:"machine"`
	PerSecond float64   `json:"playouts_per_second"`
	Playouts  int       `json:"playouts"`
	Plies     float64   `json:"plies"` // joint moves of a match, on average
	Goals     []float64 `json:"goals"` // of each role, on average
}

func (c *playouts) run(ctx context.Context, std cli.Streams) error {
	d, err := c.read(std.In)
	if err != nil {
		return err
	}
	fixed, _ := d.Repair()
	m, err := reasoner.New(ctx, fixed, reasoner.Options{})
	if err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	random := rand.New(rand.NewPCG(c.seed, 0))
	r := played{Game: d.name, Machine: c.machine, Goals: make([]float64, len(m.Roles()))}
	start := m.Initial()
	begin := time.Now()
	for limit := time.Duration(c.seconds * float64(time.Second)); time.Since(begin) < limit && ctx.Err() == nil; {
		p, err := m.Playout(start, random, c.plies)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		r.Playouts++
		r.Plies += float64(p.Plies)
		for i, g := range p.Goals {
			r.Goals[i] += float64(g)
		}
	}
	r.PerSecond = float64(r.Playouts) / time.Since(begin).Seconds()
	if r.Playouts > 0 {
		r.Plies /= float64(r.Playouts)
		for i := range r.Goals {
			r.Goals[i] /= float64(r.Playouts)
		}
	}
	if c.json {
		return cli.WriteJSON(std.Out, r)
	}
	_, err = fmt.Fprintf(std.Out, "%s: %.1f playouts/s of %.1f joint moves by the %s", r.Game, r.PerSecond, r.Plies, r.Machine)
	for i, name := range m.Roles() {
		if err == nil {
			_, err = fmt.Fprintf(std.Out, ", %s %.2f", name, r.Goals[i])
		}
	}
	if err == nil {
		_, err = fmt.Fprintln(std.Out)
	}
	return err
}
