package mcts

import (
	"cmp"
	"fmt"

	"github.com/ply-search/ply/internal/sampling"
)

// A plan is options with their defaults and their alternatives resolved, as a search reads them.
type plan[M comparable] struct {
	Options[M]
	evaluates bool     // instead of
	playouts  Playouts // at least one, and Uniform if an option concerns random playouts
	memory    int      // of the tree, in bytes
}

// plan returns the options with defaults, of which only the alternatives are checked.
func (o Options[M]) plan() (plan[M], error) {
	p := plan[M]{Options: o}
	if p.Bandit == nil {
		p.Bandit = Hoeffding{}
	}
	p.NoSolver = o.NoSolver || o.OpenLoop
	switch leaf := o.Leaf.(type) {
	case Playouts:
		p.playouts = leaf
	case Evaluation:
		p.evaluates = true
	default:
		if leaf != nil {
			return p, fmt.Errorf("mcts: Leaf is a %T, want Playouts or an Evaluation", leaf)
		}
	}
	u := &p.playouts
	u.Uniform = u.Uniform || u.Replies != 0 || u.Averages != Averages{} || u.Mercy != 0
	u.N = cmp.Or(u.N, 1)
	p.ExpandAfter = cmp.Or(p.ExpandAfter, 1)
	p.memory = sampling.Memory(p.Memory)
	return p, nil
}

// learns reports whether a search keeps statistics of moves for its playouts or for the tree.
func (p *plan[M]) learns() bool {
	return p.playouts.Replies != 0 || p.playouts.Averages.Length != 0 || p.History != 0
}
