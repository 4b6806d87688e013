package puct

// prove says that the position at the end of the path has this exact value, for the side to move there, and backs it
// up: a position is worth at least what its best move is proven to be worth at least, and at most the most that any of
// its moves can be worth.
func (t *Tree[G, M]) prove(s *slot[G, M], value int16) {
	if t.opt.NoSolver {
		return
	}
	low, high, side := value, value, s.side
	for i := len(s.path) - 1; i >= 0; i-- {
		n, a := t.store.nodes.At(s.path[i].node), t.store.arcs.At(s.path[i].arc)
		if n.side != side {
			low, high, side = -high, -low, n.side
		}
		old := a.high
		low, high = max(low, a.low), min(high, a.high)
		if low == a.low && high == a.high {
			return
		}
		a.low, a.high = low, high
		low, high = max(n.low, low), n.high
		if old == high { // it may have been the move that could be worth the most
			high = int16(-t.full)
			for j, arcs := 0, t.store.arcsOf(n); j < len(arcs); j++ {
				high = max(high, arcs[j].high)
			}
		}
		if low == n.low && high == n.high {
			return
		}
		n.low, n.high = low, high
	}
}
