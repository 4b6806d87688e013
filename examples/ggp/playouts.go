package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/internal/cli"
)

// playouts is the command that measures how many playouts a machine plays.
type playouts struct {
	source
	chance
	machine string
	seconds float64
	json    bool
}

func playoutsCommand(std cli.Streams) *cli.Command {
	var c playouts
	command, flags := subcommand(std, "playouts", "-game GAME [flags]",
		"Run playouts and count them.",
		"The reasoner derives what holds in each state from the rules as they are written. The others evaluate a\n"+
			"circuit of logic gates, which is made of the ground rules: bytecode for one match, and lanes for 64 at\n"+
			"once, all gates; propagator, for one match, those gates whose inputs change.", c.run)
	c.source.flags(flags)
	cli.Choice(flags, &c.machine, "machine", "lanes", []string{"reasoner", "bytecode", "propagator", "lanes"},
		"what plays by the rules, a `machine`")
	cli.Number(flags, &c.seconds, "seconds", 10.0, 0.001, 1e6, "play for this number of `seconds` of processor time")
	c.chance.flags(flags)
	flags.BoolVar(&c.json, "json", false, "write a JSON object")
	return command
}

func (c *chance) flags(flags *flag.FlagSet) {
	cli.Number(flags, &c.plies, "plies", 0, 0, cli.Many, "end matches after this number of joint `moves`, 0 for no limit")
	cli.Seed(flags, &c.seed, "all chance")
}

// played is what playouts says.
type played struct {
	Game      string    `json:"game"`
	Machine   string    `json:"machine"`
	PerSecond float64   `json:"playouts_per_second"`
	Playouts  int       `json:"playouts"`
	Stuck     int       `json:"stuck"` // playouts that ended because a role had no move
	Plies     float64   `json:"plies"` // joint moves of a match, on average
	Goals     []float64 `json:"goals"` // of each role, on average
	roles     []string
}

func (c *playouts) run(ctx context.Context, std cli.Streams) error {
	d, err := c.read(ctx, std.In)
	if err != nil {
		return err
	}
	fixed, _ := d.Repair()
	m, err := c.meter(ctx, fixed)
	if err == nil {
		err = m.run(ctx, time.Duration(c.seconds*float64(time.Second)))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	n := float64(m.playouts)
	r := played{Game: d.name, roles: m.roles, Machine: c.machine, PerSecond: m.perSecond(), Playouts: m.playouts, Stuck: m.stuck,
		Plies: float64(m.plies) / n}
	for _, g := range m.goals {
		r.Goals = append(r.Goals, float64(g)/n)
	}
	return tell(std, c.json, r)
}

// String returns what playouts says as text.
func (r played) String() string {
	line := fmt.Sprintf("%s: %.1f playouts/s of %.1f joint moves by the %s", r.Game, r.PerSecond, r.Plies, r.Machine)
	for i, name := range r.roles {
		line += fmt.Sprintf(", %s %.2f", name, r.Goals[i])
	}
	if r.Stuck > 0 {
		line += fmt.Sprintf("; in %d of %d playouts a role had no move", r.Stuck, r.Playouts)
	}
	return line + "\n"
}

func (c *playouts) meter(ctx context.Context, d *gdl.Description) (*meter, error) {
	if c.machine == "reasoner" {
		return c.reasoner(ctx, d)
	}
	program, err := ground.Ground(ctx, d, ground.Options{})
	if err != nil {
		return nil, err
	}
	if c.machine == "propagator" {
		return c.propagator(program)
	}
	compiled, err := circuit.Compile(program)
	if err != nil {
		return nil, err
	}
	if c.machine == "bytecode" {
		return c.walker(compiled.Roles, compiled.NewMachine()), nil
	}
	return c.lanes(compiled), nil
}
