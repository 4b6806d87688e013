package search

import "context"

// PrincipalVariation is [AlphaBeta] with a guess: that in each position the first move is best. So all
// others are searched with a window that has nothing between its ends, which is fast, and again with
// the whole window only if they turn out better (Marsland and Campbell 1982; Reinefeld's NegaScout
// 1983). It is the faster of the two where moves are well ordered, and finds the same value.
func PrincipalVariation[M comparable](ctx context.Context, g AdversarialGame[M], opt AlphaBetaOptions) (AlphaBetaResult[M], error) {
	return searchWindows(ctx, g, opt, func(s *negamax[M], depth, _ int) {
		s.scout = true
		s.pass(depth, s.lowest, s.highest)
	})
}
