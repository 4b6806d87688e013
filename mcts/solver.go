package mcts

import "math"

// boundsOfChance returns what is proven of a position of chance: it is worth no less than the worst of its outcomes,
// and no more than the best.
func (s *store[M]) boundsOfChance(n *node) (low, high int) {
	low, high = math.MaxInt, math.MinInt
	odds, arcs := s.priorsOf(n), s.arcsOf(n)
	for i := range arcs { // the arcs themselves are not copied: others write to their counts
		if b := arcs[i].bounds; odds[i] > 0 {
			low, high = min(low, b.low()), max(high, b.high())
		}
	}
	return low, high
}

// prove says that the position at the end of the path has this exact value, from the view of the side that
// played the last move, and backs it up: a position is worth at least what its best move is proven to be
// worth at least, and at most the most that any of its moves can be worth.
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
		value = boundsOf(max(value.low(), old.low()), min(value.high(), old.high()))
		if value == old {
			return
		}
		a.bounds.store(value)
		n := s.nodes.At(w.path[i].node)
		low, high := max(n.bounds.low(), value.low()), n.bounds.high()
		if n.chance {
			low, high = s.boundsOfChance(n)
		} else if old.high() == high { // it may have been the move that could be worth the most
			high = low
			for j, arcs := 0, s.arcsOf(n); j < len(arcs); j++ {
				high = max(high, arcs[j].bounds.high())
			}
		}
		if value = boundsOf(low, high); value == n.bounds {
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
