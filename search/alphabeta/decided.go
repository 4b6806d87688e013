package alphabeta

import "github.com/ply-search/ply"

// A search that deepens within a time limit ends early once more time cannot change its choice of a move.

// isDecided reports whether no search deeper than depth, the depth just finished, would choose another move.
func (s *negamax[M]) isDecided(depth int) bool {
	s.path.drop(0)
	s.path.list()
	moves := len(s.path.stack)
	if moves == 1 {
		return true
	}
	if s.root.found.bound != ply.Exact || !s.plan.whole || moves == 0 {
		return false
	}
	// An end before the last move is no evaluation, and no sooner end was missed.
	if _, distance := s.scale.show(s.root.found.value); s.scale.isEnd(s.root.found.value) && distance < depth {
		return true
	}
	if s.scale.win == 0 || depth < 2 {
		return false
	}
	defer s.caveats.without(s.caveats)
	return s.othersLose(depth)
}

// othersLose reports whether all moves but the best lose in less than depth moves, and no later than the best.
func (s *negamax[M]) othersLose(depth int) bool {
	me, moves := s.rules.sides.ToMove(), len(s.path.stack)
	lost := s.scale.rateEnd(-s.scale.win, depth-1)
	for i := range moves {
		m := s.path.stack[i]
		if m == s.root.found.line[0] {
			continue
		}
		s.path.play(s.path.frame(0), 0, m)
		v := s.valueBehind(0, depth-1, lost, lost+1, me, s.rules.sides.ToMove())
		s.path.undo(0, m, moves)
		if s.control.stopped || v > lost {
			return false
		}
	}
	return true
}
