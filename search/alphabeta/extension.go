package alphabeta

// extended returns the depth to which the position behind m is searched, which the game chooses (Extender): extensions
// and reductions.
func (s *negamax[M]) extended(m M, depth, number int) int {
	most := deepest
	if s.root.unbounded {
		most = withoutBound
	}
	return min(max(depth-1+s.rules.extender.Extend(m, depth, number), 0), most)
}
