package alphabeta

// isKnown asks the game what it knows of the value of the present position (ply.Bounder). It reports whether that is
// enough; low is then the value.
func (s *negamax[M]) isKnown(at, alpha, beta int) (low, high int, known bool) {
	low, high = s.boundsOf(at, alpha, beta)
	if low < beta && high > alpha && low < high {
		return low, high, false
	}
	if low < beta {
		low = high
	}
	return low, high, true
}
