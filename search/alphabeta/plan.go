package alphabeta

import (
	"cmp"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// A plan says which short cuts the rules allow at which depths. newPlan alone writes it.
type plan[M comparable] struct {
	evaluates bool // a position at the end of the depth is evaluated and nothing else
	whole     bool // no part of the tree is left out that a deeper search would not look at either

	// What evaluator is, if searchOne may search positions one move before the end of the depth: no more is asked there than
	// an evaluation of all successors.
	successors  fast.SuccessorEvaluator[M]
	lastTwo     bool             // searchTwo may search positions two moves before the end of the depth
	nullFrom    int              // the least depth at which searchNull searches positions with a null window
	advancer    fast.Advancer[M] // the game, if it is one
	advanceFrom int              // the least depth at which searchNull plays moves by it

	tableFrom, orderFrom, enhancedFrom int // the least depths of what Options says
}

// never is the least depth of a short cut that is not allowed.
const never = math.MaxInt

var withoutNullWindows = false // searchAll does all that searchNull does: to be changed by tests

// newPlan returns the plan of a search whose other parts are set up.
func newPlan[M comparable](s *negamax[M], g ply.AdversarialGame[M], opt *Options[M]) plan[M] {
	r := &s.rules
	successors, _ := r.evaluator.(fast.SuccessorEvaluator[M])
	from := 2
	if successors != nil {
		from++
	}
	p := plan[M]{
		evaluates: r.quiescer == nil && !r.tree.Repetitions,
		whole:     r.passer == nil && r.extender == nil && !r.narrow,
		tableFrom: cmp.Or(opt.TableFrom, from), orderFrom: cmp.Or(opt.OrderFrom, from),
		nullFrom: never, advanceFrom: never, enhancedFrom: never,
	}
	tabled, sorts := s.table.entries != nil, s.order.sorts
	if tabled && !r.tree.Repetitions && r.extender == nil && !r.narrow {
		p.enhancedFrom = max(cmp.Or(opt.EnhancedFrom, enhancedFrom), p.tableFrom+1)
	}
	// plain reports whether positions up to a depth are neither looked up nor ordered.
	plain := func(depth int) bool {
		return (!tabled || p.tableFrom > depth) && (!sorts || p.orderFrom > depth)
	}
	if p.evaluates && r.extender == nil && !r.narrow && plain(1) && opt.only == nil { // it knows no choice of moves
		p.successors = successors
	}
	p.lastTwo = p.successors != nil && plain(2) && (r.passer == nil || r.tree.NullMove > 1)

	if withoutNullWindows || !p.evaluates || !p.whole || r.bounder != nil || r.images != nil || s.order.learns {
		return p
	}
	switch {
	case p.lastTwo:
		p.nullFrom = 3
	case p.successors != nil:
		p.nullFrom = 2
	default:
		p.nullFrom = 1
	}
	if a, ok := g.(fast.Advancer[M]); ok {
		p.advancer, p.advanceFrom = a, min(p.nullFrom+1, 3)
	}
	return p
}
