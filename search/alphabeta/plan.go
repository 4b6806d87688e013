package alphabeta

import (
	"cmp"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// A plan holds the short cuts that the rules allow, by depth. Only newPlan writes it.
type plan[M comparable] struct {
	evaluates bool // positions at the end of the depth are only evaluated
	whole     bool // nothing is left out that a deeper search would visit

	// The evaluator, if searchOne may search positions one move before the end of the depth.
	successors  fast.SuccessorEvaluator[M]
	lastTwo     bool             // searchTwo may search positions two moves before the end of the depth
	nullFrom    int              // the least depth at which searchNull searches positions with a null window
	advancer    fast.Advancer[M] // the game, or nil
	advanceFrom int              // the least depth at which searchNull uses advancer

	tableFrom, orderFrom, enhancedFrom int // the least depths of Options
}

const never = math.MaxInt

var withoutNullWindows = false // for tests: searchAll does the work of searchNull

func newPlan[M comparable](s *negamax[M], g ply.AdversarialGame[M], opt *Options[M]) plan[M] {
	r := &s.rules
	successors, _ := r.evaluator.(fast.SuccessorEvaluator[M])
	from := 2
	if successors != nil {
		from++
	}
	p := plan[M]{
		evaluates: r.quiescer == nil && !r.tree.Repetitions,
		whole:     r.passer == nil && r.extender == nil && !r.narrow && r.tree.Selective == 0,
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
	if p.evaluates && r.extender == nil && !r.narrow && plain(1) && opt.only == nil { // BestSuccessor tries all moves
		p.successors = successors
	}
	p.lastTwo = p.successors != nil && plain(2) && r.tree.Selective == 0 && (r.passer == nil || r.tree.NullMove > 1)

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
