package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// PrincipalVariation is [Search] with the assumption that the first move of each position is the best. All other
// moves are searched with a null window (beta = alpha + 1), which is fast, and again with the full window only if
// they turn out better (Marsland and Campbell 1982; NegaScout, Reinefeld 1983). It finds the same value as Search,
// and is faster if moves are well ordered.
func PrincipalVariation[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, opt Options[M]) (Result[M], error) {
	return searchWindows[M](ctx, g, opt, func(s *negamax[M], depth, _ int) {
		s.scout = true
		s.pass(depth, s.lowest, s.highest)
	})
}
