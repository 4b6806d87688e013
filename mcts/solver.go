package mcts

// Proofs go up the path: a position is won if one move wins, and lost if all moves lose. Selection (best and similar
// functions, selection.go) and the final choice (final, result.go) leave out moves that are proven to be worse than others.
//
// A proven win or loss has a distance: the number of plies in which the winner can end the game by the proofs so far.
// It is an upper bound, and only falls, as improvements go up the path like better bounds. Each move of the winner
// with the least distance has a smaller one than the position before.

// boundsOf derives bounds from a position's moves: the best for the side to move, from worst to best for chance.
func (w *worker[M]) boundsOf(n *node) bounds {
	low, high, worst, soonest, longest := -w.utility, -w.utility, w.utility, mostDistance, 0
	var odds []float32
	if n.chance {
		odds = w.store.priors.of(n)
	}
	for i, arcs := 0, w.store.arcsOf(n); i < len(arcs); i++ { // the arcs themselves are not copied: others write to their counts
		b := arcs[i].bounds
		if n.chance && odds[i] == 0 {
			continue
		}
		low, high, worst, longest = max(low, b.low()), max(high, b.high()), min(worst, b.low()), max(longest, b.distance())
		if b.low() == w.utility {
			soonest = min(soonest, b.distance())
		}
	}
	if n.chance {
		low, soonest = worst, longest
	}
	switch {
	case low == w.utility:
		return boundsOf(low, high).at(soonest + 1)
	case high == -w.utility:
		return boundsOf(low, high).at(longest + 1)
	}
	return boundsOf(low, high)
}

// prove backs up an exact value of the position at the end of the path, for the side that played the last move: a
// position has the greatest low bound and the greatest high bound of its moves.
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
		n := s.Nodes.At(w.path[i].node)
		if value = w.boundsOf(n); value == n.bounds {
			return
		}
		n.bounds.store(value)
		if i > 0 && w.path[i-1].player != n.player {
			value = value.flip()
		}
	}
}

// proven sets the points for a proven value, in steps for one of two sides.
func (w *worker[M]) proven(side, step int) {
	w.points[side], w.points[1-side] = w.pointsOf(step), w.pointsOf(-step)
}
