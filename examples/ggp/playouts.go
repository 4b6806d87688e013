package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/ggp/reasoner"
	"github.com/ply-search/ply/internal/cli"
)

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

// played is the output of playouts.
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
	d := c.read(ctx, std.In)
	if d.err != nil {
		return d.err
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
	if c.machine == "propagator" {
		program, err := ground.Ground(ctx, d, ground.Options{})
		if err != nil {
			return nil, err
		}
		return c.propagator(program)
	}
	made, err := compile(ctx, d, ground.Options{})
	if err != nil {
		return nil, err
	}
	if c.machine == "bytecode" {
		return c.walker(made.circuit.Roles, made.circuit.NewMachine()), nil
	}
	return c.lanes(made.circuit), nil
}

// A meter runs playouts and counts them.
type meter struct {
	play     func() error
	roles    []string
	playouts int
	plies    int // joint moves
	stuck    int // matches that ended because a role had no move
	goals    []int
	spent    time.Duration
}

// run plays for some processor time, but at least one match.
func (m *meter) run(ctx context.Context, limit time.Duration) error {
	begin := cli.ProcessorTime()
	last := begin
	for batch := 1; ; {
		for range batch {
			if err := m.play(); err != nil {
				return err
			}
		}
		now := cli.ProcessorTime()
		if spent := now - begin; spent >= limit || ctx.Err() != nil {
			m.spent += spent
			return nil
		}
		// Reading the clock takes about a microsecond.
		if now-last < min(time.Millisecond, limit/16) {
			batch *= 2
		}
		last = now
	}
}

func (m *meter) perSecond() float64 { return float64(m.playouts) / m.spent.Seconds() }

func (m *meter) add(n, plies int, goals []int) {
	m.playouts += n
	m.plies += plies
	for role, g := range goals {
		m.goals[role] += g
	}
}

// chance is the limit and the source of playouts.
type chance struct {
	plies int // the maximum number of joint moves, 0 for no limit
	seed  uint64
}

func newMeter(roles []string) *meter { return &meter{roles: roles, goals: make([]int, len(roles))} }

func (c chance) reasoner(ctx context.Context, d *gdl.Description) (*meter, error) {
	r, err := reasoner.New(ctx, d, 0)
	if err != nil {
		return nil, err
	}
	m := newMeter(r.Roles())
	start, random := r.Initial(), rand.New(rand.NewPCG(c.seed, 0))
	m.play = func() error {
		p, err := r.Playout(start, random, c.plies)
		if errors.Is(err, reasoner.ErrStuck) {
			m.stuck++
			err = nil
		}
		m.add(1, p.Plies, p.Goals)
		return err
	}
	return m, nil
}

func (c chance) propagator(p *ground.Program) (*meter, error) {
	g, err := circuit.New(p)
	if err != nil {
		return nil, err
	}
	g.Simplify(circuit.AllPasses)
	n, err := g.Network()
	if err != nil {
		return nil, err
	}
	return c.walker(n.Roles, n.NewPropagator()), nil
}

func (c chance) walker(roles []string, machine circuit.Walker) *meter {
	m := newMeter(roles)
	random, goals := rand.NewPCG(c.seed, 0), make([]int, len(m.roles))
	m.play = func() error {
		machine.Reset()
		plies, end := machine.Playout(random, c.plies)
		if end == circuit.Stuck {
			m.stuck++
		}
		for role := range goals {
			goals[role], _ = machine.Goal(role)
		}
		m.add(1, plies, goals)
		return nil
	}
	return m
}

func (c chance) lanes(compiled *circuit.Circuit) *meter {
	m := newMeter(compiled.Roles)
	lanes, random, n := compiled.NewLanes(), rand.NewPCG(c.seed, 0), circuit.LaneCount
	m.play = func() error {
		t := lanes.Playouts(compiled.Initial, n, random, c.plies)
		m.stuck += t.Stuck
		m.add(t.Playouts, t.Steps, t.Sum)
		// The more matches, the fewer lanes are idle at the end. A call should take some milliseconds.
		if n < 1<<16 && t.Rounds < 1<<10 {
			n *= 2
		}
		return nil
	}
	return m
}
