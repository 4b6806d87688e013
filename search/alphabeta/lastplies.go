package alphabeta

import "github.com/ply-search/ply/internal/variation"

// Two moves before the end of the depth and one, a search spends most of its time. If nothing is asked there but an
// evaluation, these positions have a search of their own.

// searchTwo is search with depth 2 and the null window above alpha, without a table, an order or extensions. Most
// positions above the last ones are searched so. start is as in searchNull.
func (s *negamax[M]) searchTwo(start, at, alpha, me int) int {
	if s.stats.Nodes >= s.PollAt && s.mustStop() {
		s.stack = s.stack[:start]
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	s.Clear(&here.line)
	low, high, beta := -infinity, infinity, alpha+1
	if s.bounder != nil {
		var known bool
		if low, high, known = s.isKnown(at, alpha, beta); known {
			return low
		}
	}
	if s.advancer == nil {
		s.stack = s.game.Moves(s.stack)
	}
	moves := s.stack[start:]
	if len(moves) == 0 {
		return s.rateEnd(s.sides.Outcome(), at)
	}
	best, enough := -infinity, s.enough(-alpha, at+2)
	here.moved = true
	for i, m := range moves {
		here.move, s.at = m, at+1
		s.game.Play(m)
		turn, v := s.sides.ToMove(), 0
		switch {
		case turn < 0:
			s.refuse(turn)
		case turn == me:
			v = s.bestSuccessor(at+1, alpha, beta, turn)
		case !s.lean:
			v = -s.bestSuccessor(at+1, -beta, -alpha, turn)
		case s.stats.Nodes >= s.PollAt && s.mustStop():
		default:
			// bestSuccessor of a lean search, here because most calls of the game are this one.
			s.stats.Nodes++
			_, value, tried := s.successors.BestSuccessor(enough)
			if tried == 0 {
				value = s.rateEnd(s.sides.Outcome(), at+1)
			} else {
				value = s.rate(value, at+2)
				s.stats.Nodes += tried
				s.stats.Leaves += tried
				s.horizon += tried
				if value >= -alpha {
					s.countCutoff(tried - 1)
				}
			}
			v = -value
		}
		s.game.Undo(m)
		s.at = at
		if s.stopped {
			break
		}
		if best = max(best, v); v > alpha {
			s.countCutoff(i)
			if s.learns {
				s.learn(&picker{plain: true}, at, me, m, 2)
			}
			break
		}
	}
	s.stack = s.stack[:start]
	return min(max(best, low), high)
}

// bestSuccessor is search of a position one move before the end of the depth, where the evaluator answers for all
// moves. Most positions are such or come after one.
func (s *negamax[M]) bestSuccessor(at, alpha, beta, me int) int {
	if s.stats.Nodes >= s.PollAt && s.mustStop() {
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	s.Clear(&here.line)
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
	s.stats.Nodes += tried
	s.stats.Leaves += tried
	s.horizon += tried
	best = s.rate(best, at+1)
	if best <= alpha {
		return max(best, low)
	}
	if beta-alpha > 1 || at == 0 {
		s.Begin(&here.line, m, new(variation.Line))
		if at == 0 {
			s.best = best
		}
	}
	if best >= beta {
		s.countCutoff(tried - 1)
		if s.learns {
			s.learn(&picker{plain: true}, at, me, m, 1)
		}
	}
	return min(best, high)
}
