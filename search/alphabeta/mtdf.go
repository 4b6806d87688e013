package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// MTDF finds the value by a series of searches with null windows (beta = alpha + 1), the algorithm MTD(f) of Plaat,
// Schaeffer, Pijls and de Bruin 1996. Each search returns a lower or an upper bound, which is where the next one puts
// its window, until both bounds meet. The first window is at the value of the depth before or, for the first depth,
// at the evaluation of the start.
//
// It finds the same value as [Search]. It should have a Table: without one, each search repeats the work of those
// before it.
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
