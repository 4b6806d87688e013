package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/ground"
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
	cli.Choice(flags, &c.machine, "machine", "lanes", []string{"reasoner", "bytecode", "lanes"}, "what plays by the rules, a `machine`")
	cli.Number(flags, &c.seconds, "seconds", 10.0, 0.001, 1e6, "play for this number of `seconds`")
	cli.Number(flags, &c.plies, "plies", 0, 0, cli.Many, "end matches after this number of joint `moves`, 0 for no limit")
	cli.Number(flags, &c.seed, "seed", 1, 0, math.MaxUint64, "`seed` of all chance")
	flags.BoolVar(&c.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "playouts",
		ShortUsage: "ggp playouts -game GAME [flags]",
		ShortHelp:  "Play random matches and count them.",
		LongHelp: "The reasoner derives what holds in each state from the rules as they are written. The others evaluate a circuit\n" +
			"of logic gates, which is made of the rules without variables: bytecode for one match, lanes for 64 at once.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
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
	r := played{Game: d.name, Machine: c.machine}
	play, roles, err := c.player(ctx, description{name: d.name, Description: fixed}, &r)
	if err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	r.Goals = make([]float64, len(roles))
	begin := time.Now()
	for limit := time.Duration(c.seconds * float64(time.Second)); time.Since(begin) < limit && ctx.Err() == nil; {
		if err := play(); err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
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
	for i, name := range roles {
		if err == nil {
			_, err = fmt.Fprintf(std.Out, ", %s %.2f", name, r.Goals[i])
		}
	}
	if err == nil {
		_, err = fmt.Fprintln(std.Out)
	}
	return err
}

// player returns a function that plays some matches and adds them to r, and the roles of the game.
func (c *playouts) player(ctx context.Context, d description, r *played) (play func() error, roles []string, err error) {
	source := rand.NewPCG(c.seed, 0)
	if c.machine == "reasoner" {
		m, err := reasoner.New(ctx, d.Description, reasoner.Options{})
		if err != nil {
			return nil, nil, err
		}
		start, random := m.Initial(), rand.New(source)
		return func() error {
			p, err := m.Playout(start, random, c.plies)
			r.add(1, p.Plies, p.Goals)
			return err
		}, m.Roles(), nil
	}
	program, err := ground.Ground(ctx, d.Description, ground.Options{})
	if err != nil {
		return nil, nil, err
	}
	compiled, err := circuit.Compile(program, circuit.Options{})
	if err != nil {
		return nil, nil, err
	}
	if c.machine == "bytecode" {
		m, goals := compiled.NewMachine(), make([]int, len(compiled.Roles))
		return func() error {
			m.Reset()
			plies, end := m.Playout(source, c.plies)
			for role := range goals {
				goals[role], _ = m.Goal(role)
			}
			r.add(1, plies, goals)
			if end == circuit.Stuck {
				return reasoner.ErrStuck
			}
			return nil
		}, compiled.Roles, nil
	}
	lanes, n := compiled.NewLanes(), circuit.LaneCount
	return func() error {
		t := lanes.Playouts(compiled.Initial, n, source, c.plies)
		r.add(t.Playouts, t.Steps, t.Sum)
		n = min(2*n, 1<<14) // the more matches, the fewer lanes are idle at the end
		if t.Stuck > 0 {
			return reasoner.ErrStuck
		}
		return nil
	}, compiled.Roles, nil
}

// add adds matches.
func (r *played) add(n, plies int, goals []int) {
	r.Playouts += n
	r.Plies += float64(plies)
	for i, g := range goals {
		r.Goals[i] += float64(g)
	}
}
