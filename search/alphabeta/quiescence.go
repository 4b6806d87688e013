package alphabeta

// quiet returns the value of the present position by up to depth noisy moves in a row (Shannon 1950; Slate and Atkin
// 1977). The side to move need not play one: it gets at least the evaluation of the position.
func (s *negamax[M]) quiet(level, depth, alpha, beta, me int) int {
	best := s.scale.rate(s.rules.evaluator.Evaluate(), level)
	if best >= beta || depth == 0 {
		return best
	}
	alpha = max(alpha, best)
	start := s.path.listNoisy(s.rules.quiescer)
	end := len(s.path.stack)
	here := s.path.frame(level)
	for i := start; i < end; i++ {
		if s.stops() {
			break
		}
		m := s.path.stack[i]
		s.stats.visit()
		s.path.play(here, level, m)
		var v int
		switch turn := s.rules.sides.ToMove(); {
		case turn < 0:
			s.refuse(turn)
		case turn != me:
			v = -s.quiet(level+1, depth-1, -beta, -alpha, turn)
		default:
			v = s.quiet(level+1, depth-1, alpha, beta, turn)
		}
		s.path.undo(level, m, end)
		best = max(best, v)
		alpha = max(alpha, v)
		if v >= beta {
			s.stats.cutoff(i - start)
			break
		}
	}
	return best
}
