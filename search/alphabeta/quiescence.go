package alphabeta

// quiet returns the value of the present position by noisy moves alone, up to depth of them in a row, as
// searchAll does by all moves (Shannon 1950; Slate and Atkin 1977). The side to move need not play
// one: it gets at least the evaluation of the position as it is.
func (s *negamax[M]) quiet(at, depth, alpha, beta, me int) int {
	best := s.rate(s.evaluator.Evaluate(), at)
	if best >= beta || depth == 0 {
		return best
	}
	alpha = max(alpha, best)
	start := len(s.stack)
	s.stack = s.quiescer.NoisyMoves(s.stack)
	end := len(s.stack)
	here := s.level(at)
	for i := start; i < end; i++ {
		if s.stops() {
			break
		}
		m := s.stack[i]
		s.stats.Nodes++
		s.play(here, at, m)
		var v int
		switch turn := s.sides.ToMove(); {
		case turn < 0:
			s.refuse(turn)
		case turn != me:
			v = -s.quiet(at+1, depth-1, -beta, -alpha, turn)
		default:
			v = s.quiet(at+1, depth-1, alpha, beta, turn)
		}
		s.undo(at, m, end)
		best = max(best, v)
		alpha = max(alpha, v)
		if v >= beta {
			s.countCutoff(i - start)
			break
		}
	}
	return best
}
