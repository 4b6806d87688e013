package alphabeta

import "github.com/ply-search/ply/internal/variation"

// A search spends most of its time in the last two plies.

// searchTwo searches a position two moves before the end of the depth with the null window above alpha, if searchOne
// searches its successors and it is neither looked up nor ordered (plan.lastTwo).
func (s *negamax[M]) searchTwo(start, level, alpha, me int) int {
	if s.stops() {
		return 0
	}
	s.stats.visit()
	low, high, beta := -infinity, infinity, alpha+1
	if s.rules.bounder != nil {
		var known bool
		if low, high, known = s.isBounded(level, alpha, beta); known {
			return low
		}
	}
	if start == unlisted {
		start = s.path.list()
	}
	moves := s.path.stack[start:]
	if len(moves) == 0 {
		return s.scale.rateEnd(s.rules.sides.Outcome(), level)
	}
	best, here, enough := -infinity, s.path.frame(level), s.scale.enough(-alpha, level+2)
	for i, m := range moves {
		s.path.play(here, level, m)
		turn, v := s.rules.sides.ToMove(), 0
		switch {
		case turn < 0:
			s.refuse(turn)
		case turn == me:
			v = s.searchOne(level+1, alpha, beta, turn)
		case s.plan.nullFrom == never:
			v = -s.searchOne(level+1, -beta, -alpha, turn)
		case s.stops():
		default:
			// This is searchOne without its options. Most positions come here; a call would take 2 % of the instructions.
			s.stats.visit()
			_, value, tried := s.plan.successors.BestSuccessor(enough)
			if tried == 0 {
				v = -s.scale.rateEnd(s.rules.sides.Outcome(), level+1)
				break
			}
			s.countLeaves(tried)
			if v = -s.scale.rate(value, level+2); v <= alpha {
				s.stats.cutoff(tried - 1)
			}
		}
		s.path.takeBack(level, m)
		if s.control.stopped {
			break
		}
		if best = max(best, v); v > alpha {
			s.stats.cutoff(i)
			if s.order.learns {
				s.order.learnMove(&s.path, level, me, m, 2)
			}
			break
		}
	}
	return min(max(best, low), high)
}

// searchOne searches a position one move before the end of the depth, if the evaluator is a fast.SuccessorEvaluator and
// no option requires more (plan.successors). Most positions are handled here or come after one that is.
func (s *negamax[M]) searchOne(level, alpha, beta, me int) int {
	if s.stops() {
		return 0
	}
	s.stats.visit()
	low, high := -infinity, infinity
	if s.rules.bounder != nil && level > 0 {
		var known bool
		if low, high, known = s.isBounded(level, alpha, beta); known {
			return low
		}
		alpha, beta = max(alpha, low), min(beta, high)
	}
	m, best, tried := s.plan.successors.BestSuccessor(s.scale.enough(beta, level+1))
	if tried == 0 {
		return s.scale.rateEnd(s.rules.sides.Outcome(), level)
	}
	s.countLeaves(tried)
	best = s.scale.rate(best, level+1)
	if best <= alpha {
		return max(best, low)
	}
	if beta-alpha > 1 || level == 0 {
		s.path.improve(level, m, new(variation.Line), best)
	}
	if best >= beta {
		s.stats.cutoff(tried - 1)
		if s.order.learns {
			s.order.learnMove(&s.path, level, me, m, 1)
		}
	}
	return min(best, high)
}

func (s *negamax[M]) countLeaves(n int) {
	s.stats.visitAll(n)
	s.caveats.evaluate(n)
}

// leaf returns the value of a position at the end of the depth, or of the longest line.
func (s *negamax[M]) leaf(level, alpha, beta, me int) int {
	if !s.plan.evaluates && s.stops() {
		return 0
	}
	s.stats.visit()
	if s.rules.tree.Repetitions && s.arrive(level) {
		return 0
	}
	s.caveats.evaluate(1)
	if s.rules.quiescer != nil {
		return s.quiet(level, s.rules.tree.Quiescence, alpha, beta, me)
	}
	return s.scale.rate(s.rules.evaluator.Evaluate(), level)
}
