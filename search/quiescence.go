package search

// quiet returns the value of the present position by noisy moves alone, up to so many in a row, as
// negamax.search does by all moves (Shannon 1950; Slate and Atkin 1977). The side to move need not play
// one: the evaluation of the position as it is, is the least that it gets.
func (s *negamax[M]) quiet(depth, alpha, beta, me int) int {
	best := s.evaluator.Evaluate()
	if best >= beta || depth == 0 {
		s.stats.Leaves++
		return best
	}
	alpha = max(alpha, best)
	start := len(s.stack)
	s.stack = s.quiescer.NoisyMoves(s.stack)
	end := len(s.stack)
	if start == end {
		s.stats.Leaves++
	}
	for i := start; i < end; i++ {
		if s.stats.Nodes >= s.pollAt && s.mustStop() {
			break
		}
		m := s.stack[i]
		s.stats.Nodes++
		s.stats.Quiet++
		s.game.Play(m)
		var v int
		if turn := s.sides.ToMove(); turn != me {
			v = -s.quiet(depth-1, -beta, -alpha, turn)
		} else {
			v = s.quiet(depth-1, alpha, beta, turn)
		}
		s.game.Undo(m)
		best = max(best, v)
		alpha = max(alpha, v)
		if v >= beta {
			s.stats.Cutoffs++
			if i == start {
				s.stats.FirstMove++
			}
			break
		}
	}
	s.stack = s.stack[:start]
	return best
}
