package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// MTDF finds the value by searches with null windows (beta = alpha + 1). Each tells whether the value is
// above or below some number, and the next takes as its number what the last one returned, until both
// bounds meet (Plaat, Schaeffer, Pijls and de Bruin 1996, MTD(f)). The first number is the value of the
// depth before or, at first, the evaluation. It finds what [Search] finds. It should have a Table:
// without one, each search repeats the work of those before.
func MTDF[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, opt Options[M]) (Result[M], error) {
	return searchWindows[M](ctx, g, opt, func(s *negamax[M], depth, guess int) {
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
