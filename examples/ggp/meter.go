package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply/examples/ggp/circuit"
	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/ggp/reasoner"
)

// A meter runs playouts and counts them.
type meter struct {
	play     func() error
	roles    []string
	playouts int
	plies    int // joint moves
	stuck    int // matches that ended because a role had no move, before their end
	goals    []int
	spent    time.Duration
}

// run plays for some processor time, at least one match.
func (m *meter) run(ctx context.Context, limit time.Duration) error {
	begin := processorTime()
	last := begin
	for batch := 1; ; {
		for range batch {
			if err := m.play(); err != nil {
				return err
			}
		}
		now := processorTime()
		if spent := now - begin; spent >= limit || ctx.Err() != nil {
			m.spent += spent
			return nil
		}
		// To look at the clock takes about a microsecond.
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

// chance is where playouts end, and what they are drawn from.
type chance struct {
	plies int // the most joint moves, 0 for no limit
	seed  uint64
}

func newMeter(roles []string) *meter { return &meter{roles: roles, goals: make([]int, len(roles))} }

func (c chance) reasoner(ctx context.Context, d *gdl.Description) (*meter, error) {
	r, err := reasoner.New(ctx, d, reasoner.Options{})
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
