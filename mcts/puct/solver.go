package puct

import (
	"cmp"
	"math"
)

// Proofs are backed up as in mcts, but their bounds are outcomes of the game, and the distance belongs to a position.

// prove backs up the bounds at the end of the path: a position has the greatest low and high bounds of its moves.
func (t *Tree[G, M]) prove(s *slot[G, M]) {
	low, high, side := s.low, s.high, s.side
	if t.opt.NoSolver || int(low) == -t.full && int(high) == t.full {
		return
	}
	for i := len(s.path) - 1; i >= 0; i-- {
		n, a := t.store.Nodes.At(s.path[i].node), t.store.Arcs.At(s.path[i].arc)
		if n.side != side {
			low, high, side = -high, -low, n.side
		}
		low, high = max(low, a.low), min(high, a.high)
		if low > high {
			s.path = s.path[:i+1] // to the position in question
			s.agree(low, high)
		}
		if low == a.low && high == a.high {
			return
		}
		a.low, a.high, t.proved = low, high, t.proved || i == 0
		if !t.setBounds(n) {
			return
		}
		low, high = n.low, n.high
	}
}

// setBounds sets a position's bounds by its moves, and reports whether they have changed.
func (t *Tree[G, M]) setBounds(n *node) bool {
	low, high := int16(-t.full), int16(-t.full)
	if arcs := t.store.arcsOf(n); n.byChance {
		low, high = t.boundsByChance(arcs)
	} else {
		for i := range arcs {
			low, high = max(low, arcs[i].low), max(high, arcs[i].high)
		}
	}
	if low == n.low && high == n.high {
		return false
	}
	if n.low, n.high = low, high; t.certain(low, high) {
		n.distance = t.distanceFrom(n)
	}
	return true
}

func (t *Tree[G, M]) certain(low, high int16) bool {
	return low == high && (int(low) == t.full || int(low) == -t.full)
}

// mostDistance also represents all greater distances.
const mostDistance = math.MaxUint16

// distanceFrom returns the plies from a won or lost position to the end, by the soonest win or the latest loss. It is
// set once, at the proof, since no later simulation chooses a move there.
func (t *Tree[G, M]) distanceFrom(n *node) uint16 {
	arcs, best := t.store.arcsOf(n), -1
	if n.byChance {
		return t.distanceByChance(arcs)
	}
	for i := range arcs {
		if arcs[i].low == n.low && (best < 0 || t.surer(&arcs[i], &arcs[best]) > 0) {
			best = i
		}
	}
	return t.distance(&arcs[best])
}

// distance returns the plies to the end including a winning or losing move, or 0 for others.
func (t *Tree[G, M]) distance(a *arc[M]) uint16 {
	switch {
	case !t.certain(a.low, a.high):
		return 0
	case a.node == bounded:
		return mostDistance
	case a.node < firstNode: // it ends the game
		return 1
	}
	return uint16(min(1+int(t.store.Nodes.At(a.node).distance), mostDistance))
}

// surer is positive if a wins sooner or loses later than b, a move of the same proven value, and negative if b does.
func (t *Tree[G, M]) surer(a, b *arc[M]) int {
	if a.low > 0 {
		a, b = b, a
	}
	return cmp.Compare(t.distance(a), t.distance(b))
}
