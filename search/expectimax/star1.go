package expectimax

import (
	"context"

	"github.com/ply-search/ply"
)

// Star1 finds the same value as [Expectimax] and prunes: at nodes of sides by alpha-beta, and at nodes of chance as soon as
// the outcomes searched so far decide that the value is outside the window, whatever the others are worth within
// [Options].Range (Ballard 1983, section 3; called *-minimax there).
func Star1[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run[M](ctx, g, limits, opt, star1)
}

// An expected is the knowledge about the value of a node of chance while its outcomes are searched: the sum of those
// searched, and bounds of the sum of the others, each weighted by its probability.
//
// Sums of floating-point numbers are rounded. The bounds are kept apart from the true ones by the slack of the search,
// which is far greater than what rounding adds up to, so that no cutoff changes a value.
type expected struct {
	sum, low, high float64
}

// window returns the values of an outcome of probability p, at which or below, and at which or above, it decides that
// the node is worth alpha or less, or beta or more. The outcome is no longer among the others.
func (e *expected) window(alpha, beta, p, slack float64) (low, high float64) {
	return (alpha - 2*slack - e.sum - e.high) / p, (beta + 2*slack - e.sum - e.low) / p
}

// star1 returns the mean of the outcomes of a position of chance, or a bound of it that is not within the window.
// lows and highs, if not nil, bound the value of each outcome; otherwise the range of all values does.
func (s *searcher[M]) star1(at, depth int, alpha, beta, reach float64, start, odds int, e expected, lows, highs int) float64 {
	for i := start; i < len(s.stack); i++ {
		p := s.odds[odds+i-start]
		if p == 0 {
			continue
		}
		low, high := s.lowest, s.highest
		if lows > 0 {
			low, high = s.odds[lows+i-start], s.odds[highs+i-start]
		}
		e.low -= p * low
		e.high -= p * high
		a, b := e.window(alpha, beta, p, s.slack)
		v := low
		if low < high { // not known for certain
			v = s.after(i, at, depth-1, max(a, s.lowest-s.slack), min(b, s.highest+s.slack), reach*p)
		}
		if s.stopped {
			return 0
		}
		e.sum += float64(p * v) // rounded as in expect
		if v >= b {
			return max(beta, e.sum+e.low-s.slack)
		}
		if v <= a {
			return min(alpha, e.sum+e.high+s.slack)
		}
	}
	return e.sum
}
