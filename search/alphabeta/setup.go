package alphabeta

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

var errNoGame = errors.New("alphabeta: no game given")

// A search is set up in this order: rules, what the options require of the game, the table, the order of moves, the
// budget, and last the plan.

// newNegamax returns a search of a game, or an error that names what is wrong with the options or the game.
func newNegamax[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt *Options[M]) (*negamax[M], error) {
	if g == nil {
		return nil, errNoGame
	}
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("alphabeta: %w", err)
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	s := &negamax[M]{rules: newRules(g, opt)}
	if err := s.require(g, opt); err != nil {
		return nil, err
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("alphabeta: %w", err)
	}
	if turn := g.ToMove(); turn < 0 || turn > 1 {
		return nil, fmt.Errorf("alphabeta: %w", sides.Error(g, turn, 2))
	}
	s.useTable(g, opt)
	s.orderer = newOrderer(g, opt)
	s.edge = min(freshSearch, s.mostMoves)
	s.control.Budget = stop.NewBudget(ctx, s.bounds(limits, opt))
	s.draw(g, opt)
	return s, nil
}

// newRules returns what needs nothing of the game but what every game has.
func newRules[M comparable](g ply.AdversarialGame[M], opt *Options[M]) rules[M] {
	r := rules[M]{
		game:        g,
		sides:       g,
		evaluator:   evaluatorOf(g, opt),
		lastDepth:   opt.Depth,
		repetitions: opt.Tree.Repetitions,
		quiescence:  opt.Tree.Quiescence,
		nullMove:    opt.Tree.NullMove,
		verify:      !opt.Tree.Unverified,
		narrow:      opt.Tree.Width != [2]int{},
		mostMoves:   withoutBound,
		scale:       newScale(opt.Win),
	}
	for side, moves := range opt.Tree.Width {
		r.width[side] = cmp.Or(moves, unlimited)
	}
	w := opt.Window
	if w == [2]int{} {
		w = [2]int{-ply.MaxValue - 1, ply.MaxValue + 1}
	}
	r.lowest, r.highest = r.within(w[0], w[1])
	return r
}

// evaluatorOf returns what evaluates the positions of a game.
func evaluatorOf[M comparable](g ply.AdversarialGame[M], opt *Options[M]) ply.Evaluator {
	if opt.Evaluator == nil {
		return sides.EvaluatorOf(g)
	}
	if e := opt.Evaluator(g); e != nil {
		return e
	}
	// Only the methods of the interface are left, so the game is no Evaluator.
	return sides.EvaluatorOf(struct{ ply.AdversarialGame[M] }{g})
}

// require finds the capabilities that the options need, or returns an error that names the one missing.
func (s *negamax[M]) require(g ply.AdversarialGame[M], opt *Options[M]) error {
	var errs []error
	need := func(option, capability string, ok bool) {
		if !ok {
			errs = append(errs, fmt.Errorf("alphabeta: %s needs %s, which %T is not", option, capability, g))
		}
	}
	var ok bool
	if opt.Tree.Bounds {
		s.bounder, ok = g.(ply.Bounder)
		need("Tree.Bounds", "a ply.Bounder", ok)
	}
	if opt.Tree.Quiescence > 0 {
		s.quiescer, ok = g.(Quiescer[M])
		need("Tree.Quiescence", "an alphabeta.Quiescer", ok)
	}
	if opt.Tree.NullMove > 0 {
		s.passer, ok = g.(ply.Passer)
		need("Tree.NullMove", "a ply.Passer", ok)
	}
	if opt.Tree.Extend {
		s.extender, ok = g.(Extender[M])
		need("Tree.Extend", "an alphabeta.Extender", ok)
		s.mostMoves = mostExtended
	}
	if opt.Tree.Symmetric {
		s.images, ok = g.(ply.Symmetric[M])
		need("Tree.Symmetric", "a ply.Symmetric", ok)
	}
	if opt.Tree.Repetitions {
		s.repeater, ok = g.(ply.Repeater)
		s.byHash = !ok
	}
	if opt.entries != nil || s.byHash {
		s.hasher, ok = g.(ply.Hasher)
		if opt.entries != nil {
			need("Table", "a ply.Hasher", ok)
		} else {
			need("Tree.Repetitions", "a ply.Repeater or a ply.Hasher", ok)
		}
	}
	if acyclic, ok := g.(ply.Acyclic); opt.Depth == 0 && !opt.Tree.Repetitions && !(ok && acyclic.Acyclic()) {
		if s.lastDepth = mostDepth; opt.Direct {
			errs = append(errs, ply.ErrCyclic)
		}
	}
	if len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// useTable notes the table and what the game offers for it.
func (s *negamax[M]) useTable(g ply.AdversarialGame[M], opt *Options[M]) {
	s.table, s.anyDepth = opt.entries, !opt.EqualDepth
	s.direct, _ = opt.entries.(*hashtable.Table[entry])
	s.byNodes = s.direct != nil && s.direct.Scheme().ByNodes()
	if h, ok := g.(fast.SuccessorHasher[M]); ok && s.images == nil {
		s.successorHasher = h
		s.fetcher, _ = opt.entries.(fetcher)
	}
	s.hashesAhead = leanSearches && (s.successorHasher != nil || s.images != nil) && s.direct != nil
	s.salt, s.origin = opt.salt(g, s.evaluator), s.newOrigin()
}

// draw draws up the plan.
func (s *negamax[M]) draw(g ply.AdversarialGame[M], opt *Options[M]) {
	successors, _ := s.evaluator.(fast.SuccessorEvaluator[M])
	from := 2
	if successors != nil {
		from++
	}
	s.tableFrom, s.orderFrom = cmp.Or(opt.TableFrom, from), cmp.Or(opt.OrderFrom, from)
	s.enhancedFrom = max(cmp.Or(opt.EnhancedFrom, enhancedFrom), s.tableFrom+1)
	if s.table == nil || s.repetitions || s.extender != nil || s.narrow {
		s.enhancedFrom = math.MaxInt
	}
	s.evaluates = s.quiescer == nil && !s.repetitions
	s.whole = s.passer == nil && s.extender == nil && !s.narrow

	// plain reports whether positions up to a depth are neither looked up nor ordered.
	plain := func(depth int) bool {
		return (s.table == nil || s.tableFrom > depth) && (!s.sorts || s.orderFrom > depth)
	}
	if s.evaluates && s.extender == nil && !s.narrow && plain(1) {
		s.successors = successors
	}
	s.lastTwo = s.successors != nil && plain(2) && (s.passer == nil || s.nullMove > 1)

	s.lean = leanSearches && s.evaluates && s.whole && s.bounder == nil && s.images == nil && !s.learns
	s.nullFrom, s.advanceFrom = math.MaxInt, math.MaxInt
	if !s.lean {
		return
	}
	switch {
	case s.lastTwo:
		s.nullFrom = 3
	case s.successors != nil:
		s.nullFrom = 2
	default:
		s.nullFrom = 1
	}
	if a, ok := g.(fast.Advancer[M]); ok {
		s.advancer, s.advanceFrom = a, min(s.nullFrom+1, 3)
	}
}
