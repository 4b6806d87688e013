package mcts

import "math"

// final returns the statistics of the move to play, of those of all moves of a position, which are at least
// one.
func final[M comparable](f Final, moves []Statistics[M]) Statistics[M] {
	floor := 0.0 // what the side can have for certain
	for _, m := range moves {
		floor = max(floor, m.Low)
	}
	var sure, open Statistics[M] // the best of the moves that bring just that, and of those that may bring more
	haveSure, haveOpen := false, false
	for _, m := range moves {
		switch {
		case m.High > floor:
			if !haveOpen || f.better(m.Visits, m.Mean, open.Visits, open.Mean) {
				open, haveOpen = m, true
			}
		case m.Low == floor && m.High == floor:
			if !haveSure || surer(f, m, sure) {
				sure, haveSure = m, true
			}
		}
	}
	// A proven loss is nothing to fall back on.
	if haveSure && (!haveOpen || floor > 0 && open.Mean < floor) {
		return sure
	}
	return open
}

// surer reports whether a move is to be preferred to another one of the same proven value: a win that is sooner, or a
// loss that is later. Only of wins and losses are distances known.
func surer[M comparable](f Final, m, other Statistics[M]) bool {
	if m.Distance != other.Distance {
		return (m.Distance < other.Distance) == (m.Low > 0)
	}
	return f.better(m.Visits, m.Mean, other.Visits, other.Mean)
}

// better reports whether a move with these results is to be preferred to another.
func (f Final) better(n int, mean float64, n2 int, mean2 float64) bool {
	switch f {
	case BestValue:
		return f.value(n, mean) > f.value(n2, mean2) || f.value(n, mean) == f.value(n2, mean2) && n > n2
	case LowerBound:
		return f.value(n, mean) > f.value(n2, mean2)
	default:
		return n > n2 || n == n2 && mean > mean2
	}
}

// value is what the criteria other than the most visits compare.
func (f Final) value(n int, mean float64) float64 {
	switch {
	case n == 0:
		return math.Inf(-1)
	case f == LowerBound:
		return mean - 1/math.Sqrt(float64(n))
	default:
		return mean
	}
}

// Final is a criterion for the best move at the end of a search. Proven values take precedence: a proven win is always
// chosen, the soonest of several, and a proven loss only if there is nothing else, and then the latest.
type Final uint8

const (
	// MostVisits chooses the move with the most simulations and, on ties, the one with the better mean.
	MostVisits Final = iota

	// BestValue chooses the move with the best mean result.
	BestValue

	// LowerBound chooses the move with the best mean result minus 1/√n after n simulations.
	LowerBound

	finals
)
