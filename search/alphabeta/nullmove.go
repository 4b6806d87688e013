package alphabeta

// nullCuts reports whether the present position, where side me is to move, is worth beta or more even if
// that side does not move: the null move (Beal 1989; Donninger 1993). Where not to move would be best,
// that is misleading. So a search with moves must agree, in the same reduced depth (Tabibi and
// Netanyahu 2002), unless the options do without.
func (s *negamax[M]) nullCuts(v *visit) bool {
	moves := len(s.stack)
	if !s.playNull(v.at) {
		return false
	}
	s.stats.nullMoves++
	before := s.assumed
	depth := v.depth - 1 - s.nullMove
	value := v.beta - 1
	if !s.leafStops(depth) {
		value = -s.value(unlisted, v.at+1, depth, -v.beta, -v.beta+1, s.sides.ToMove(), false)
	}
	s.undoNull(v.at, moves)
	if value >= v.beta && s.verify && !s.control.stopped && !s.leafStops(depth) {
		value = s.value(unlisted, v.at, depth, v.beta-1, v.beta, v.me, false)
		s.stack = s.stack[:moves]
	}
	if value < v.beta || s.control.stopped {
		s.assumed.discard(before)
		return false
	}
	s.stats.nullCuts++
	s.assumed.evaluate(1)
	return true
}
