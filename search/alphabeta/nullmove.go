package alphabeta

// nullCuts reports whether the present position, where side me is to move, is worth beta or more even if
// that side does not move: the null move (Beal 1989; Donninger 1993). Where not to move would be best,
// that is misleading. So a search with moves must agree, in the same reduced depth (Tabibi and
// Netanyahu 2002), unless the options do without.
func (s *negamax[M]) nullCuts(v *node) bool {
	moves := len(s.path.stack)
	if !s.path.playNull(s.rules.passer, v.level) {
		return false
	}
	before := s.caveats
	depth := v.depth - 1 - s.rules.tree.NullMove
	value := v.beta - 1
	if !s.leafStops(depth) {
		value = -s.value(unlisted, v.level+1, depth, -v.beta, -v.beta+1, s.rules.sides.ToMove(), false)
	}
	s.path.undoNull(s.rules.passer, v.level, moves)
	if value >= v.beta && !s.rules.tree.Unverified && !s.control.stopped && !s.leafStops(depth) {
		value = s.value(unlisted, v.level, depth, v.beta-1, v.beta, v.me, false)
		s.path.drop(moves)
	}
	if value < v.beta || s.control.stopped {
		s.caveats.without(before)
		return false
	}
	s.caveats.evaluate(1)
	return true
}
