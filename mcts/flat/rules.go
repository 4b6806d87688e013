package flat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
)

func capable[M comparable](g ply.AdversarialGame[M], opt *plan[M]) error {
	if err := sides.CheckPerfectInformation(g); err != nil {
		return fmt.Errorf("flat: %w", err)
	}
	if _, ok := g.(Planner[M]); opt.goals && !ok {
		return fmt.Errorf("flat: option Goals needs a flat.Planner, which %T is not", g)
	}
	_, simulator := g.(Simulator[M])
	_, playouter := g.(playouter[M])
	if own := simulator || playouter; own && opt.MaxLength > 0 {
		return fmt.Errorf("flat: option MaxLength is for playouts of this package, and %T plays its own", g)
	}
	return nil
}

// rare is the share of playouts below which a move, reply or goal is chosen only without an alternative.
const rare = 0.01

type plan[M comparable] struct {
	Options[M]
	judge
}

func (o Options[M]) checked(ctx context.Context, l ply.Limits) (plan[M], error) {
	p := plan[M]{Options: o}
	wrap := func(err error) error { return fmt.Errorf("flat: %w", err) }
	if p.Judge == nil {
		p.Judge = EachMove{}
	}
	if guard.IsNil(p.Judge) {
		return p, fmt.Errorf("flat: Judge is a nil %T", p.Judge)
	}
	p.Judge.judges(&p.judge)
	if p.each > 0 {
		if err := l.Check(); err != nil {
			return p, wrap(err)
		}
	} else if err := sampling.CheckLimits(ctx, l); err != nil {
		return p, wrap(err)
	}
	if err := sampling.Resolve(&p.Workers, &p.Random); err != nil {
		return p, wrap(err)
	}
	return p, cmp.Or(p.pruning.check(), p.check(l))
}

func (p *plan[M]) check(l ply.Limits) error {
	bounded := l.Nodes > 0 || l.Time > 0 || p.each > 0
	b := &p.Boltzmann
	switch {
	case p.each < 0:
		return fmt.Errorf("flat: Playouts is %d, want a number of playouts or 0", p.each)
	case p.goals && p.Replies:
		return errors.New("flat: Goals excludes Replies")
	case p.pruning.on() && p.Replies:
		return errors.New("flat: Deviations excludes Replies")
	case !(b.K >= 0 && b.K <= math.MaxFloat64):
		return fmt.Errorf("flat: Boltzmann.K is %v, want a positive number", b.K)
	case !(b.Virtual >= 0 && b.Virtual <= math.MaxFloat64):
		return fmt.Errorf("flat: Boltzmann.Virtual is %v, want a number of 0 or more", b.Virtual)
	case !(p.gobble >= 0 && p.gobble <= math.MaxFloat64):
		return fmt.Errorf("flat: Gobble is %v, want a positive number", p.gobble)
	case *b != Boltzmann{} && b.K == 0:
		return errors.New("flat: a Boltzmann without a K")
	case b.K > 0 && p.gobble > 0:
		return errors.New("flat: a Boltzmann excludes a Gobble")
	case p.Retaken && !p.allAsFirst && b.K == 0:
		return errors.New("flat: Retaken needs AllAsFirst or a Boltzmann")
	case (b.Annealed || p.gobble > 0) && !bounded:
		return errors.New("flat: Annealed and a Gobble need a number of Playouts, Limits.Nodes or Limits.Time, to know when the search ends")
	case p.MaxLength < 0:
		return fmt.Errorf("flat: MaxLength is %d, want a number of moves or 0", p.MaxLength)
	}
	return nil
}
