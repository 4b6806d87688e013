package alphabeta

// nullCuts reports whether the present position, where side me is to move, is worth beta or more even if
// that side does not move: the null move (Beal 1989; Donninger 1993). Where not to move would be best,
// that is misleading. So a search with moves must agree, in the same reduced depth (Tabibi and
// Netanyahu 2002), unless the options do without.
func (s *negamax[M]) nullCuts(at, depth, beta, me int) bool {
	if !s.passer.Pass() {
		return false
	}
	s.stats.NullMoves++
	horizon, repeated := s.horizon, s.repeated
	s.levels[at].moved, s.at = false, at+1
	depth -= 1 + s.nullMove
	v := -s.search(at+1, depth, -beta, -beta+1, s.sides.ToMove(), false)
	s.passer.Unpass()
	s.at = at
	if v >= beta && s.verify && !s.stopped {
		v = s.search(at, depth, beta-1, beta, me, false)
	}
	if v < beta || s.stopped {
		s.horizon, s.repeated = horizon, repeated // the value does not depend on it
		return false
	}
	s.stats.NullCuts++
	s.horizon++
	return true
}
