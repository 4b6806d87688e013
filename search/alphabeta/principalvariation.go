package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// Search finds the value of a position and a best move by principal variation search: alpha-beta with the assumption that
// the first move of each position is the best. All other moves are searched with a null window (beta = alpha + 1), which is
// fast, and again with the full window only if they turn out better (Marsland and Campbell 1982; NegaScout, Reinefeld 1983).
// It finds the same value as [AlphaBeta], and is faster if moves are well ordered.
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run(ctx, g, limits, opt, scouted, func(s *negamax[M], depth, _ int) {
		s.pass(depth, s.lowest, s.highest)
	})
}

// scoutMove returns the value of the move just played, by cheap searches first: shallow
// ones where it is not to be looked at in full depth, and if scout is wanted with a null window
// where it is not the first. Where they find that it is better than alpha, it is searched again.
func (s *negamax[M]) scoutMove(at, deeper, full, alpha, beta, me, turn int, notFirst bool) int {
	narrow := beta
	if s.scout && notFirst {
		narrow = alpha + 1
	}
	if s.leafStops(deeper) {
		return 0
	}
	v := s.valueBehind(at, deeper, alpha, narrow, me, turn)
	if deeper < full && v > alpha && !s.control.stopped {
		deeper = full
		v = s.valueBehind(at, deeper, alpha, narrow, me, turn)
	}
	if narrow < beta && v > alpha && v < beta && !s.control.stopped {
		v = s.valueBehind(at, deeper, alpha, beta, me, turn)
	}
	return v
}
