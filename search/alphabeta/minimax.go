package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// Minimax finds the value of a position and a best move by searching every line to a depth (Shannon 1950) or, if depth
// is 0, to the end of the game. It is the reference for the faster searches. If a limit or ctx ends the search, Minimax
// returns the best of the moves searched.
func Minimax[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, depth int) (Result[M], error) {
	return searchAllLines[M](ctx, g, limits, Options[M]{Depth: depth})
}

// searchAllLines is Minimax with the options Depth, Win, Evaluator and Progress.
func searchAllLines[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	opt.Direct = true
	return searchAlone(ctx, g, limits, opt, plain, func(s *negamax[M]) {
		s.deepen(&opt, false, func(_ *negamax[M], depth, _ int) {
			s.endPass(minimax[M]{s}.value(0, depth, g.ToMove()), -infinity, infinity)
		})
	})
}

type minimax[M comparable] struct{ *negamax[M] }

// value returns the value of the present position, at a level, to a depth. me is to move.
func (s minimax[M]) value(level, depth, me int) (value int) {
	switch {
	case me < 0:
		s.refuse(me)
		return 0
	case level == s.path.edge && depth > 0:
		s.path.afresh(s.rules.mostMoves, func() { value = s.value(level, depth, me) })
		return value
	case s.stops():
		return 0
	}
	s.stats.visit()
	here := s.path.frame(level)
	s.path.Clear(&here.line)
	if depth == 0 {
		s.caveats.evaluate(1)
		return s.scale.rate(s.rules.evaluator.Evaluate(), level)
	}
	start := s.path.list()
	end := len(s.path.stack)
	if start == end {
		return s.scale.rateEnd(s.rules.sides.Outcome(), level)
	}
	best := -infinity
	for i := start; i < end; i++ {
		m := s.path.stack[i]
		s.path.play(here, level, m)
		turn := s.rules.sides.ToMove()
		v := s.value(level+1, depth-1, turn)
		if turn != me {
			v = -v
		}
		s.path.undo(level, m, end)
		if s.control.stopped {
			break
		}
		if v > best {
			best = v
			s.path.improve(level, m, &s.path.frames[level+1].line, v)
		}
	}
	return best
}
