package alphabeta

import (
	"context"

	"github.com/ply-search/ply"
)

// A tree of up to mtdfFrom nodes is searched by one pass with the full window, which takes hardly longer than null
// windows. In larger trees, null windows are abandoned after mtdfPatience times the nodes of the longest pass.
const (
	mtdfFrom     = 2000
	mtdfPatience = 2
)

// MTDF finds the value of a position by the algorithm MTD(f) of Plaat, Schaeffer, Pijls and de Bruin 1996: a series of
// searches with null windows (beta = alpha + 1). In a search that deepens, the first window of each depth is placed at
// the value found at the previous depth. Each search finds a lower or an upper bound on the value, and the window of
// the next search is placed at this bound. The series ends when the lower and the upper bound are equal.
//
// MTDF finds the same value as [Search]. Use MTDF with a table, either [Options].Table or the default one: without a
// table, each search repeats the work of the earlier ones. MTDF searches a depth in the same way as Search if the depth
// needs few nodes, or if the bounds converge slowly.
func MTDF[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run(ctx, g, limits, opt, scouted, func(s *negamax[M], depth, guess int) {
		// A pass of several workers cannot be limited.
		if s.worker == nil && s.fullWindow(depth, mtdfFrom) {
			return
		}
		if !s.closeIn(depth, guess) {
			s.fullWindow(depth, 0)
		}
	})
}

// fullWindow searches as Search does. It reports false if it was stopped after this number of nodes; 0 means no limit.
func (s *negamax[M]) fullWindow(depth, nodes int) bool {
	s.control.limitPass(s.stats.Nodes, nodes)
	onePass(s, depth, 0)
	return !s.control.gaveUp()
}

// closeIn searches with null windows until both bounds meet. It reports false if this takes too many nodes.
func (s *negamax[M]) closeIn(depth, guess int) bool {
	low, high := s.scale.lowest, s.scale.highest
	start, longest := s.stats.Nodes, 0
	for low < high {
		before := s.stats.Nodes
		if longest > 0 {
			left := mtdfPatience*max(longest, mtdfFrom) - (before - start)
			if left <= 0 {
				return false
			}
			s.control.limitPass(s.stats.Nodes, left)
		}
		beta := min(max(guess, low+1), high)
		value, ok := s.pass(depth, beta-1, beta)
		switch {
		case s.control.gaveUp():
			return false
		case !ok:
			return true
		}
		longest = max(longest, s.stats.Nodes-before)
		if guess = value; value < beta {
			high = min(high, value)
		} else {
			low = max(low, value)
		}
	}
	if guess > s.scale.lowest && guess < s.scale.highest {
		s.root.set(guess, ply.Exact)
	}
	return true
}
