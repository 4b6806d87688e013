package alphabeta

// nullCuts reports whether the present position, where side me is to move, is worth beta or more even if
// that side does not move: the null move (Beal 1989; Donninger 1993). Where not to move would be best,
// that is misleading. So a search with moves must agree, in the same reduced depth (Tabibi and
// Netanyahu 2002), unless the options do without.
func (s *negamax[M]) nullCuts(v *visit) bool {
	if !s.passer.Pass() {
		return false
	}
	s.stats.NullMoves++
	horizon, repeated := s.horizon, s.repeated
	s.levels[v.at].moved, s.at = false, v.at+1
	depth := v.depth - 1 - s.nullMove
	value := -s.search(v.at+1, depth, -v.beta, -v.beta+1, s.sides.ToMove(), false)
	s.passer.Unpass()
	s.at = v.at
	if value >= v.beta && s.verify && !s.stopped {
		value = s.search(v.at, depth, v.beta-1, v.beta, v.me, false)
	}
	if value < v.beta || s.stopped {
		s.horizon, s.repeated = horizon, repeated // the value does not depend on it
		return false
	}
	s.stats.NullCuts++
	s.horizon++
	return true
}
