package mcts

import "math"

// Proven wins and losses go up the path: a position is won by one move that wins, and lost if all moves lose. Selection
// (best and its kin, selection.go) and the final choice (final, result.go) leave out moves that are proven to be worse than others.
//
// A proven win or loss comes with a distance: the number of plies in which the winner can end the game by the proofs so
// far. It is an upper bound: a sooner win may not have been found. Improvements go up the path like better bounds, so a
// distance only falls, and each move of the winner with the least distance has a smaller one than the position before.

// boundsOfChance returns the bounds of a position of chance: it is worth no less than the worst of its outcomes, and
// no more than the best. longest is the greatest distance of these.
func (s *store[M]) boundsOfChance(n *node) (low, high, longest int) {
	low, high = math.MaxInt, math.MinInt
	odds, arcs := s.priorsOf(n), s.arcsOf(n)
	for i := range arcs { // the arcs themselves are not copied: others write to their counts
		if b := arcs[i].bounds; odds[i] > 0 {
			low, high, longest = min(low, b.low()), max(high, b.high()), max(longest, b.distance())
		}
	}
	return low, high, longest
}

// boundsOf returns the bounds of the position of a node, after the bounds of one of its arcs have changed.
func (w *worker[M]) boundsOf(n *node, old, value bounds) bounds {
	known := n.bounds
	low, high, longest := known.low(), known.high(), 0
	switch {
	case n.chance:
		low, high, longest = w.store.boundsOfChance(n)
	case value.low() == w.utility: // the side to move wins by this move
		return known.and(value.at(value.distance() + 1))
	case low == w.utility: // by another one, for any value of this one
		return known
	default:
		low = max(low, value.low())
		if old.high() != high {
			break
		}
		// It may have been the move that could be worth the most, or the one that resists the longest.
		high = low
		for i, arcs := 0, w.store.arcsOf(n); i < len(arcs); i++ {
			b := arcs[i].bounds
			high, longest = max(high, b.high()), max(longest, b.distance())
		}
	}
	if low == w.utility || high == -w.utility {
		return boundsOf(low, high).at(longest + 1)
	}
	return boundsOf(low, high)
}

// prove says that the position at the end of the path has this exact value, from the view of the side that played the last move,
// and backs it up: the low bound of a position is the greatest low bound of its moves, and its high bound the greatest high bound.
func (w *worker[M]) prove(value bounds) {
	if w.opt.NoSolver {
		return
	}
	s := w.store
	s.lock()
	defer s.unlock()
	for i := len(w.path) - 1; i >= 0; i-- {
		a := w.path[i].arc
		old := a.bounds
		value = value.and(old)
		if value == old {
			return
		}
		a.bounds.store(value)
		if i == 0 {
			s.proved.Store(true) // for untilDecided
		}
		n := s.nodes.At(w.path[i].node)
		if value = w.boundsOf(n, old, value); value == n.bounds {
			return
		}
		n.bounds.store(value)
		if i > 0 && w.path[i-1].player != n.player {
			value = value.flip()
		}
	}
}

// proven sets the points for a value that is proven, in steps for one side. Only of two sides is anything proven.
func (w *worker[M]) proven(side, step int) {
	w.points[side], w.points[1-side] = w.pointsOf(step), w.pointsOf(-step)
}
