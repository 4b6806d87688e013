package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// Minimax finds the value of a position and a best move by searching every line of play to a depth (Shannon 1950), or to the
// end of the game if depth is 0. A position is worth what its best move is worth to the side to move. Minimax is the reference
// that the faster searches are compared with. If it is cut short, the result is the best of the moves that were searched
// until then.
func Minimax[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, depth int) (Result[M], error) {
	return searchAllLines[M](ctx, g, limits, Options[M]{Depth: depth})
}

// searchAllLines is Minimax by the options Depth, Win, Evaluator and Progress.
func searchAllLines[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	opt.Direct = true
	return searchAlone(ctx, g, limits, opt, func(s *negamax[M]) {
		m := minimax[M]{s}
		s.deepen(&opt, false, func(_ *negamax[M], depth, _ int) {
			value := m.value(0, depth, g.ToMove())
			if line := s.level(0).line; !s.control.stopped || !line.Empty() {
				bound := ply.Exact
				if s.control.stopped {
					bound = ply.AtLeast
				}
				s.adopt(value, bound, line)
			}
		})
	})
}

// A minimax searches without pruning. It shares all else with a negamax.
type minimax[M comparable] struct{ *negamax[M] }

// value returns the value of the present position, at moves from the start, to a depth, where me
// is to move.
func (s minimax[M]) value(at, depth, me int) int {
	switch {
	case me < 0:
		s.refuse(me)
		return 0
	case at == s.edge && depth > 0:
		return s.valueAfresh(at, depth, me)
	case s.stops():
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	s.Clear(&here.line)
	if depth == 0 {
		s.assumed.evaluate(1)
		return s.rate(s.evaluator.Evaluate(), at)
	}
	start := len(s.stack)
	s.stack = s.game.Moves(s.stack)
	end := len(s.stack)
	if start == end {
		return s.rateEnd(s.sides.Outcome(), at)
	}
	best := -infinity
	for i := start; i < end; i++ {
		m := s.stack[i]
		s.play(here, at, m)
		turn := s.sides.ToMove()
		v := s.value(at+1, depth-1, turn)
		if turn != me {
			v = -v
		}
		s.undo(at, m, end)
		if s.control.stopped {
			break
		}
		if v > best {
			best = v
			s.improve(at, m, &s.levels[at+1].line, v)
		}
	}
	return best
}

// valueAfresh is value with a fresh stack.
func (s minimax[M]) valueAfresh(at, depth, me int) (value int) {
	edge := s.edge
	s.edge += freshSearch
	guard.FreshStack(func() { value = s.value(at, depth, me) })
	s.edge = edge
	return value
}
