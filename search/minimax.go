package search

import (
	"context"

	"github.com/ply-search/ply"
)

// Minimax finds the value of a position and a best move by looking at every line of play (Shannon 1950):
// a position is worth what its best move is worth to the side that makes it. It is the reference that
// the faster searches are measured by.
//
// Of the options it heeds Depth, MaxNodes and MaxTime. Cut short it has found nothing but the moves of
// the start that it was done with, and the best of them.
func Minimax[M comparable](ctx context.Context, g AdversarialGame[M], opt AlphaBetaOptions) (AlphaBetaResult[M], error) {
	bounds := AlphaBetaOptions{Depth: opt.Depth, MaxNodes: opt.MaxNodes, MaxTime: opt.MaxTime}
	s, err := newNegamax(ctx, g, &bounds)
	if err != nil {
		return AlphaBetaResult[M]{Status: ply.Failed}, err
	}
	m := minimax[M]{negamax: s}
	s.deepen(&bounds, func(_ *negamax[M], depth, _ int) {
		value := m.value(0, depth, g.ToMove())
		if line := s.level(0).line; !s.stopped || len(line) > 0 {
			s.found.value, s.found.bound = value, ply.Exact
			s.found.line = line
		}
		if s.stopped && s.found.bound == ply.Exact {
			s.found.bound = ply.AtLeast
		}
	})
	return s.finish(), nil
}

// A minimax searches by what a negamax has for it, but for its search.
type minimax[M comparable] struct{ *negamax[M] }

// value returns the value of the present position, so many moves from the start, to a depth, where me
// is to move.
func (s minimax[M]) value(at, depth, me int) int {
	if s.stats.Nodes >= s.pollAt && s.mustStop() {
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	here.line = here.line[:0]
	if depth == 0 {
		s.horizon++
		s.stats.Leaves++
		return s.evaluator.Evaluate()
	}
	start := len(s.stack)
	s.stack = s.game.Moves(s.stack)
	end := len(s.stack)
	if start == end {
		return s.sides.Outcome()
	}
	best := -infinity
	for i := start; i < end; i++ {
		m := s.stack[i]
		s.game.Play(m)
		turn := s.sides.ToMove()
		v := s.value(at+1, depth-1, turn)
		if turn != me {
			v = -v
		}
		s.game.Undo(m)
		if s.stopped {
			break
		}
		if v > best {
			best = v
			here.line = append(append(here.line[:0], m), s.levels[at+1].line...)
		}
	}
	s.stack = s.stack[:start]
	return best
}
