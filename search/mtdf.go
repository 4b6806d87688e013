package search

import (
	"context"

	"github.com/ply-search/ply"
)

// MTDF finds the value by searches with windows that have nothing between their ends: each tells that
// the value is more or less than some number, the next asks about what the last one returned, and so on
// until both bounds meet (Plaat, Schaeffer, Pijls and de Bruin 1996, MTD(f)). The first number is the
// value of the depth before or, at first, the evaluation. It finds what [AlphaBeta] finds, and needs a
// Table to remember from one search to the next.
func MTDF[M comparable](ctx context.Context, g AdversarialGame[M], opt AlphaBetaOptions) (AlphaBetaResult[M], error) {
	return searchWindows(ctx, g, opt, func(s *negamax[M], depth, guess int) {
		low, high := s.lowest, s.highest
		for low < high {
			beta := min(max(guess, low+1), high)
			value, ok := s.pass(depth, beta-1, beta)
			if !ok {
				return
			}
			guess = value
			if value < beta {
				high = min(high, value)
			} else {
				low = max(low, value)
			}
		}
		if guess > s.lowest && guess < s.highest {
			s.found.value, s.found.bound = guess, ply.Exact
		}
	})
}
