package mcts

import "math"

// valid reports whether a widening restricts nothing, or has all the fields that it needs.
func (w Widening) valid() bool {
	return usable(w.Factor) && usable(w.Power) && (w.Factor == 0) == (w.Power == 0)
}

// widened returns how many of the moves of a position one of its simulations may choose among, after a number of others:
// from 1 to all.
func (w *Widening) widened(simulations uint32, all int) int {
	if wide := w.Factor * math.Floor(math.Pow(float64(simulations), w.Power)); wide < float64(all) {
		return max(1, int(wide))
	}
	return all
}
