package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// aspirationWindow is half the width of the first window. An end below or above which the value lies moves by distances
// that grow by aspirationGrowth.
const (
	aspirationWindow = 16
	aspirationGrowth = 4
)

// Aspiration is [Search] with small windows. In a search that deepens, the window of each depth is placed around the
// value found at the previous depth. At the first depth, the window is placed around the evaluation of the start. If
// the value lies outside the window, the window is widened on that side and the search of this depth is repeated
// (Brudno 1963; Baudet 1978). Aspiration finds the same value as Search. It saves nodes only in a search that deepens.
func Aspiration[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run(ctx, g, limits, opt, scouted, func(s *negamax[M], depth, guess int) {
		guess = min(max(guess, s.scale.lowest+1), s.scale.highest-1)
		below, above := aspirationWindow*s.scale.unit, aspirationWindow*s.scale.unit
		for {
			alpha, beta := max(guess-below, s.scale.lowest), min(guess+above, s.scale.highest)
			value, ok := s.pass(depth, alpha, beta)
			switch {
			case !ok:
				return
			case value <= alpha && alpha > s.scale.lowest:
				below = max(below*aspirationGrowth, guess-value+1)
			case value >= beta && beta < s.scale.highest:
				above = max(above*aspirationGrowth, value-guess+1)
			default:
				return
			}
		}
	})
}
