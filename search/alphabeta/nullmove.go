package alphabeta

// nullCuts reports whether the present position is worth beta or more to side me even if it does not move: the null
// move (Beal 1989; Donninger 1993). That is misleading in zugzwang, so a search with moves to the same reduced depth
// must confirm it (Tabibi and Netanyahu 2002), unless Unverified is set.
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
