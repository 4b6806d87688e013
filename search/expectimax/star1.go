package expectimax

import (
	"context"

	"github.com/ply-search/ply"
)

// Star1 finds the same value as [Expectimax], and prunes (Ballard 1983, section 3, *-minimax). In positions where a
// side is to move, it prunes by alpha-beta. In a position of chance, it searches one outcome after the other.
// [Options].Range bounds the values of the outcomes not yet searched. Star1 skips these outcomes as soon as their
// bounds and the values already found prove that the value of the position lies outside the window.
func Star1[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run[M](ctx, g, limits, opt, star1)
}

// An expected describes a node of chance while its outcomes are searched: the sum of the outcomes searched, and bounds
// on the sum of the others, each weighted by its probability. The bounds include slack beyond rounding errors.
type expected struct {
	sum, low, high float64
}

// window returns the values of an outcome of probability p at which it decides that the node is worth at most alpha, or
// at least beta. The outcome no longer counts among the others.
func (e *expected) window(alpha, beta, p, slack float64) (low, high float64) {
	return (alpha - 2*slack - e.sum - e.high) / p, (beta + 2*slack - e.sum - e.low) / p
}

// star1 returns the mean of the outcomes of a position of chance, or a bound on it outside the window. lows and highs,
// if not 0, locate bounds of the outcomes; otherwise the range of all values bounds them.
func (s *searcher[M]) star1(at, depth int, alpha, beta, reach float64, start, odds int, e expected, lows, highs int) float64 {
	if sum, ok := s.expectReplies(depth, reach, start, odds); ok {
		return sum
	}
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
		if low < high { // not known exactly
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
