package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// Search finds the value of a position and a best move by principal variation search, which is alpha-beta under the
// assumption that the first move of each position is the best. The first move is searched with the full window. All
// other moves are searched with a null window (beta = alpha + 1), which is faster. A move that turns out better than
// the moves before it is searched again with the full window (Marsland and Campbell 1982; NegaScout, Reinefeld 1983).
// Search finds the same value as [AlphaBeta], and is faster if moves are well ordered.
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run(ctx, g, limits, opt, scouted, onePass[M])
}

// scoutMove returns the value of the move just played. It searches cheaply first: to depth deeper, with a null window
// for moves after the first if the rules scout. If better than alpha, it searches again.
func (s *negamax[M]) scoutMove(v *node, deeper, turn int, notFirst bool) int {
	alpha, beta, narrow := v.alpha, v.beta, v.beta
	if s.rules.scout && notFirst {
		narrow = alpha + 1
	}
	if s.leafStops(deeper) {
		return 0
	}
	value := s.valueBehind(v.level, deeper, alpha, narrow, v.me, turn)
	if deeper < v.depth-1 && value > alpha && !s.control.stopped {
		deeper = v.depth - 1
		value = s.valueBehind(v.level, deeper, alpha, narrow, v.me, turn)
	}
	if narrow < beta && value > alpha && value < beta && !s.control.stopped {
		value = s.valueBehind(v.level, deeper, alpha, beta, v.me, turn)
	}
	return value
}
