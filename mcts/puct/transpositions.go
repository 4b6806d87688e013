package puct

import (
	"fmt"
	"slices"
)

// Equal positions share a node (Czech, Korus and Kersting, "Improving AlphaZero Using Monte-Carlo Graph Search", 2021;
// in the form of Wu, "Monte-Carlo Graph Search from First Principles", 2023). Several moves can then lead to a node.
// The simulations that chose a move are counted at its arc. The mean result of the move is the mean of the node that
// it leads to, which has more simulations. If each simulation added its result to its path only, moves to the same
// position would have different means. If it added its result to all lines to a position, a position could get the
// results of bad moves that it has hardly chosen.

// find returns the node of a slot's position, or noNode. Positions with the same hash are equal if they have the same
// moves and the same side to move.
func (t *Tree[G, M]) find(s *slot[G, M]) uint32 {
	return t.store.Find(s.hash, func(n *node) bool {
		return n.side == s.side && n.byChance == s.byChance &&
			slices.EqualFunc(t.store.arcsOf(n), s.leaf.Moves, func(a arc[M], m M) bool { return a.move == m })
	})
}

// join leads the last arc of a path to the node of a slot's position, which is returned, or noNode if it has none.
func (t *Tree[G, M]) join(s *slot[G, M]) uint32 {
	id := t.find(s)
	if id != noNode {
		if t.store.Frozen() {
			t.keep(s)
		}
		t.store.Arcs.At(s.path[len(s.path)-1].arc).node = id
	}
	return id
}

// enough reports whether a simulation ends at a node because the value of the node is proven, or because the node has
// more simulations than the last arc of the path. The arc then takes the mean of the node, without an evaluation.
func (t *Tree[G, M]) enough(s *slot[G, M], n *node) bool {
	if len(s.path) > t.store.NodesUsed {
		panic(fmt.Sprintf("Hash of %T: positions that differ have the same hash, so that a line goes round in %d positions",
			s.game, t.store.NodesUsed-firstNode))
	}
	a := t.store.Arcs.At(s.path[len(s.path)-1].arc)
	return n.low == n.high || a.visits+a.flight <= 1+n.visits
}

// creditShared counts a simulation on its path and computes the means of the path anew, from its end to the root. Means
// of positions that share nodes with the path, but are not on it, are computed by their next simulations.
func (t *Tree[G, M]) creditShared(s *slot[G, M]) {
	for i := len(s.path) - 1; i >= 0; i-- {
		n, a := t.store.Nodes.At(s.path[i].node), t.store.Arcs.At(s.path[i].arc)
		n.visits++
		a.visits++
		n.flight--
		a.flight--
		if !t.follows(a) {
			a.sum += s.results[n.side]
		}
		t.refresh(s, n)
	}
}

// follows reports whether an arc takes its results from a node.
func (t *Tree[G, M]) follows(a *arc[M]) bool {
	if a.node < firstNode || a.exact() {
		return false
	}
	to := t.store.Nodes.At(a.node)
	return to.low < to.high
}

// refresh computes the results and bounds of a node from the nodes that its moves lead to.
func (t *Tree[G, M]) refresh(s *slot[G, M], n *node) {
	arcs, sum, proved := t.store.arcsOf(n), 0.0, false
	for i := range arcs {
		a := &arcs[i]
		if a.node >= firstNode && !a.exact() {
			to := t.store.Nodes.At(a.node)
			mean, low, high := agreed(to.mean(), to.low, to.high, t.unit), to.low, to.high
			if to.side != n.side {
				mean, low, high = -mean, -high, -low
			}
			if low < high { // otherwise the visits so far keep their mean
				a.sum = float64(a.visits) * mean
			}
			if low, high = max(low, a.low), min(high, a.high); low > a.low || high < a.high {
				s.agree(low, high)
				a.low, a.high, proved = low, high, true
			}
		}
		sum += a.sum
	}
	n.sum = sum
	if proved {
		t.proved = t.proved || n == t.store.Nodes.At(t.store.Root)
		t.setBounds(n)
	}
}
