package alphabeta

import "github.com/ply-search/ply/internal/variation"

// A search spends most of its time in the last two plies. If the evaluator is a fast.SuccessorEvaluator and no option asks
// for more there (plan.successors, plan.lastTwo), searchTwo and searchOne search them. leaf is the end of the depth.

// searchTwo searches a position two moves before the end of the depth with the null window above alpha.
func (s *negamax[M]) searchTwo(start, at, alpha, me int) int {
	if s.stops() {
		return 0
	}
	s.stats.Nodes++
	low, high, beta := -infinity, infinity, alpha+1
	if s.bounder != nil {
		var known bool
		if low, high, known = s.isKnown(at, alpha, beta); known {
			return low
		}
	}
	if start < 0 {
		start = len(s.stack)
		s.stack = s.game.Moves(s.stack)
	}
	moves := s.stack[start:]
	if len(moves) == 0 {
		return s.rateEnd(s.sides.Outcome(), at)
	}
	best, here, enough := -infinity, s.level(at), s.enough(-alpha, at+2)
	for i, m := range moves {
		s.play(here, at, m)
		turn, v := s.sides.ToMove(), 0
		switch {
		case turn < 0:
			s.refuse(turn)
		case turn == me:
			v = s.searchOne(at+1, alpha, beta, turn)
		case !s.lean:
			v = -s.searchOne(at+1, -beta, -alpha, turn)
		case s.stops():
		default:
			// searchOne in a lean search. Most positions come here, and a call more takes 2 % of the instructions.
			s.stats.Nodes++
			_, value, tried := s.successors.BestSuccessor(enough)
			if tried == 0 {
				v = -s.rateEnd(s.sides.Outcome(), at+1)
				break
			}
			s.countLeaves(tried)
			if v = -s.rate(value, at+2); v <= alpha {
				s.countCutoff(tried - 1)
			}
		}
		s.takeBack(at, m)
		if s.control.stopped {
			break
		}
		if best = max(best, v); v > alpha {
			s.countCutoff(i)
			if s.learns {
				s.learnMove(at, me, m, 2)
			}
			break
		}
	}
	return min(max(best, low), high)
}

// searchOne searches a position one move before the end of the depth, where the evaluator answers for all moves. Most
// positions are such or come after one.
func (s *negamax[M]) searchOne(at, alpha, beta, me int) int {
	if s.stops() {
		return 0
	}
	s.stats.Nodes++
	low, high := -infinity, infinity
	if s.bounder != nil && at > 0 {
		var known bool
		if low, high, known = s.isKnown(at, alpha, beta); known {
			return low
		}
		alpha, beta = max(alpha, low), min(beta, high)
	}
	m, best, tried := s.successors.BestSuccessor(s.enough(beta, at+1))
	if tried == 0 {
		return s.rateEnd(s.sides.Outcome(), at)
	}
	s.countLeaves(tried)
	best = s.rate(best, at+1)
	if best <= alpha {
		return max(best, low)
	}
	if beta-alpha > 1 || at == 0 {
		s.improve(at, m, new(variation.Line), best)
	}
	if best >= beta {
		s.countCutoff(tried - 1)
		if s.learns {
			s.learnMove(at, me, m, 1)
		}
	}
	return min(best, high)
}

// countLeaves counts positions at the end of the depth.
func (s *negamax[M]) countLeaves(n int) {
	s.stats.Nodes += n
	s.assumed.evaluate(n)
}

// leaf returns the value of a position at the end of the depth, or of the longest line.
func (s *negamax[M]) leaf(at, alpha, beta, me int) int {
	if !s.evaluates && s.stops() {
		return 0
	}
	s.stats.Nodes++
	if s.repetitions && s.isRepeated(at) {
		return 0
	}
	s.assumed.evaluate(1)
	if s.quiescer != nil {
		return s.quiet(at, s.quiescence, alpha, beta, me)
	}
	return s.rate(s.evaluator.Evaluate(), at)
}
