package alphabeta

// extended returns the depth after m, extended or reduced by the game (Extender).
func (s *negamax[M]) extended(m M, depth, number int) int {
	most := deepest
	if s.root.unbounded {
		most = withoutBound
	}
	return min(max(depth-1+s.rules.extender.Extend(m, depth, number), 0), most)
}
