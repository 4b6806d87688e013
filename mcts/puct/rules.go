package puct

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/sides"
)

var errLost = errors.New("puct: the game or the evaluator has called runtime.Goexit: the position of the game is not known")

const (
	mostBatch    = 1 << 16
	mostInFlight = 1 << 10
	mostSlots    = 1 << 20
)

func within(x, low, high float64) bool { return x >= low && x <= high }

// A position is a [ply.Adversarial] or a [ply.Multiplayer].
type position[M comparable] interface {
	ply.Game[M]
	ToMove() int
}

type plan[M comparable] struct {
	Options[M]
	rule
	memory int // of the tree, in bytes
}

func (o Options[M]) checked() (plan[M], error) {
	p := plan[M]{Options: o}
	if p.Selection == nil {
		p.Selection = PUCT{}
	}
	if guard.IsNil(p.Selection) {
		return p, fmt.Errorf("puct: Selection is a nil %T", p.Selection)
	}
	p.Selection.selects(&p.rule)
	p.NoSolver = p.NoSolver || p.OpenLoop
	if err := cmp.Or(p.rule.check(), p.check()); err != nil {
		return p, err
	}
	if err := cmp.Or(sampling.CheckTree(0, 0, 0, p.Memory), sampling.Resolve(&p.Workers, &p.Random)); err != nil {
		return p, fmt.Errorf("puct: %w", err)
	}
	if !saved.IsOff(p.Checkpoint) {
		return p, errors.New("puct: Checkpoint is set, which is for the function Search: a Tree has Save and Load")
	}
	p.upper.C = cmp.Or(p.upper.C, usualC)
	p.Batch, p.memory = cmp.Or(p.Batch, 1), sampling.Memory(p.Memory)
	if p.Workers > 1 {
		p.InFlight = max(p.InFlight, 1)
	}
	if p.slots() > mostSlots {
		return p, fmt.Errorf("puct: Batch is %d and InFlight %d, together more than %d positions", p.Batch, p.InFlight, mostSlots)
	}
	return p, nil
}

func (r *rule) check() error {
	const most = 1e18
	u := &r.upper
	switch {
	case !within(u.C, 0, most):
		return fmt.Errorf("puct: C is %v, want 0 to 1e18", u.C)
	case !within(u.Reduction, 0, most):
		return fmt.Errorf("puct: Reduction is %v, want 0 to 1e18", u.Reduction)
	case !within(u.VirtualLoss, 0, 1):
		return fmt.Errorf("puct: VirtualLoss is %v, want 0 to 1", u.VirtualLoss)
	case r.considered < 0:
		return fmt.Errorf("puct: Considered is %d, want a number of moves, or 0 for the usual", r.considered)
	case !within(u.Noise, 0, 1):
		return fmt.Errorf("puct: Noise is %v, want 0 to 1", u.Noise)
	}
	return nil
}

func (p *plan[M]) check() error {
	switch {
	case p.Scale < 0 || p.Scale > ply.MaxValue:
		return fmt.Errorf("puct: Scale is %d, want a value up to %d, or 0", p.Scale, ply.MaxValue)
	case p.OpenLoop && p.Transpositions:
		return errors.New("puct: OpenLoop excludes Transpositions")
	case p.Batch < 0 || p.Batch > mostBatch:
		return fmt.Errorf("puct: Batch is %d, want a number of positions up to %d", p.Batch, mostBatch)
	case p.InFlight < 0 || p.InFlight > mostInFlight:
		return fmt.Errorf("puct: InFlight is %d, want a number of calls up to %d", p.InFlight, mostInFlight)
	}
	return nil
}

// playersOf returns the number of sides or players of a game, and turns off options that need two sides.
func (p *plan[M]) playersOf(g position[M]) (int, error) {
	_, bounds := g.(ply.Bounder)
	_, two := g.(ply.Adversarial)
	several, ok := g.(ply.Multiplayer)
	_, hasher := g.(ply.Hasher)
	_, stochastic := g.(ply.Stochastic[M])
	acyclic, declares := g.(ply.Acyclic)
	switch {
	case !two && !ok:
		return 0, fmt.Errorf("puct: %T is neither a ply.Multiplayer nor a ply.Adversarial", g)
	case p.Bounds && !bounds:
		return 0, fmt.Errorf("puct: Bounds needs a ply.Bounder, which %T is not", g)
	case p.Bounds && !two:
		return 0, fmt.Errorf("puct: Bounds needs a ply.Adversarial, which %T is not", g)
	case p.OpenLoop && !stochastic:
		return 0, fmt.Errorf("puct: OpenLoop needs a ply.Stochastic, which %T is not", g)
	case p.Transpositions && !two:
		return 0, fmt.Errorf("puct: Transpositions needs a ply.Adversarial, which %T is not", g)
	case p.Transpositions && !hasher:
		return 0, fmt.Errorf("puct: Transpositions needs a ply.Hasher, which %T is not", g)
	case p.Transpositions && !(declares && acyclic.Acyclic()):
		return 0, fmt.Errorf("puct: Transpositions needs a game that declares itself acyclic (ply.Acyclic), which %T is not", g)
	case two:
		return 2, nil
	}
	p.NoSolver = true // what one player gains, another need not lose
	players := several.Players()
	if err := sides.CheckPlayers(g, players); err != nil {
		return 0, fmt.Errorf("puct: %w", err)
	}
	return players, nil
}

// slots returns the number of simultaneous simulations, of the calls in flight and of the next one.
func (p *plan[M]) slots() int { return p.Batch * (p.InFlight + 1) }
