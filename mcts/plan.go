package mcts

import (
	"cmp"
	"fmt"
)

// A plan is options with their defaults and their alternatives resolved, as a search reads them.
type plan[M comparable] struct {
	Options[M]
	evaluates bool     // instead of
	playouts  Playouts // which are one at least; the length is also that of an evaluation
	uniform   Uniform  // what they heed, if they are the library's own
	imposed   bool     // they are that even if the game has others
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
		p.evaluates, p.playouts.Length = true, leaf.Length
	default:
		if leaf != nil {
			return p, fmt.Errorf("mcts: Leaf is a %T, want Playouts or an Evaluation", leaf)
		}
	}
	if p.playouts.Uniform != nil {
		p.uniform, p.imposed = *p.playouts.Uniform, true
	}
	p.playouts.N = cmp.Or(p.playouts.N, 1)
	p.Growth.ExpandAfter = cmp.Or(p.Growth.ExpandAfter, 1)
	p.Growth.MaxMemory = cmp.Or(p.Growth.MaxMemory, usualMemory)
	p.Workers = cmp.Or(p.Workers, 1)
	return p, nil
}

// learns reports whether a search keeps what it has learned of moves for its playouts or for the tree.
func (p *plan[M]) learns() bool {
	return p.uniform.Replies != 0 || p.uniform.Averages.Length != 0 || p.History != 0
}
