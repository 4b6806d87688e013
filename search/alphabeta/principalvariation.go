package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// Search finds the value of a position and a best move by principal variation search: alpha-beta with the assumption that
// the first move of each position is the best. All other moves are searched with a null window (beta = alpha + 1), which is
// fast, and again with the full window only if they turn out better (Marsland and Campbell 1982; NegaScout, Reinefeld 1983).
// It finds the same value as [AlphaBeta], and is faster if moves are well ordered.
//
// With several [Options.Workers] each searches on a clone of the game, which must be a [ply.Cloner] and a [ply.Hasher], and
// all share a [Table] whose Entries are [transposition.Entries]; without a table the search makes one of 2²⁰ entries. If
// EqualDepth is set or the depth is unlimited, they find the same value as one. Which of several best moves they find, and how
// many nodes that takes, differs from run to run. The tree is split by the method "young brothers wait" (Feldmann, Monien,
// Mysliwietz and Vornberger 1989): once the first move of a position has been searched without a cutoff, idle workers take the
// moves after it, and as soon as one of them causes a cutoff, all leave the position. A worker that has split a position and
// waits for the others helps them deeper in the tree. Two workers are 1.7 to 1.8 times as fast as one in Othello and
// Connect Four, with up to a tenth more nodes (see the benchmarks of examples/othello and examples/connectfour). Nodes and all
// other counts are sums over the workers. [ply.Limits].Nodes limits their sum, to within some thousand nodes for each worker.
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	if opt.Workers > 1 {
		return searchTogether(ctx, g, limits, opt)
	}
	return searchWindows[M](ctx, g, limits, opt, func(s *negamax[M], depth, _ int) {
		s.scout = true
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
		s.stats.Researches++
		deeper = full
		v = s.valueBehind(at, deeper, alpha, narrow, me, turn)
	}
	if narrow < beta && v > alpha && v < beta && !s.control.stopped {
		s.stats.Researches++
		v = s.valueBehind(at, deeper, alpha, beta, me, turn)
	}
	return v
}
