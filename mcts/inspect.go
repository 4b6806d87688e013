package mcts

import (
	"cmp"
	"iter"
	"slices"
)

// line returns the principal variation: after first, the best move of each position, as Options.Final says, as
// long as there is one that was tried.
func (t *Tree[M]) line(first M) []M {
	line := []M{first}
	w, id := t.workers[0], t.stores[0].root // of several trees, the first goes on from the common move
	s := w.store
	var moves []Statistics[M]
	next := first
	for len(line) < s.nodesUsed { // even if positions that differ have the same hash
		n := s.nodes.at(id)
		id = noNode
		for i := range n.count {
			if a := s.arcs.at(n.first + i); a.move == next {
				id = a.node
			}
		}
		if id < firstNode {
			return line
		}
		moves = w.appendStatistics(moves[:0], id)
		best := final(t.opt.Final, moves)
		if best.Visits == 0 {
			return line
		}
		next = best.Move
		line = append(line, next)
	}
	return line
}

// appendStatistics appends the statistics of all moves of a node.
func (w *worker[M]) appendStatistics(dst []Statistics[M], id uint32) []Statistics[M] {
	n := w.store.nodes.at(id)
	for i := range n.count {
		dst = append(dst, w.statistics(n.first+i))
	}
	return dst
}

// All returns the tree as a sequence of lines from the root, each with the statistics of its last move: the
// moves of a position in the order of their simulations, and after each the lines that go on from it. Moves
// with fewer than atLeast simulations are left out. The line is valid until the next one. The tree must not
// change meanwhile. With several trees (RootParallel) it is the first. After a [ply.GamePanic] it is what was found
// before.
func (t *Tree[M]) All(atLeast int) iter.Seq2[[]M, Statistics[M]] {
	return func(yield func([]M, Statistics[M]) bool) {
		if root := t.stores[0].root; root != noNode {
			t.walk(root, nil, max(atLeast, 0), yield)
		}
	}
}

func (t *Tree[M]) walk(id uint32, line []M, atLeast int, yield func([]M, Statistics[M]) bool) bool {
	w := t.workers[0]
	n := w.store.nodes.at(id)
	order := make([]uint32, 0, n.count)
	for i := range n.count {
		if int(visitsOf(w.store.arcs.at(n.first+i).count)) >= atLeast {
			order = append(order, n.first+i)
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		return cmp.Compare(visitsOf(w.store.arcs.at(b).count), visitsOf(w.store.arcs.at(a).count))
	})
	for _, at := range order {
		here := append(line, w.store.arcs.at(at).move)
		if !yield(here, w.statistics(at)) {
			return false
		}
		if next := w.store.arcs.at(at).node; next >= firstNode && len(here) < w.store.nodesUsed && !t.walk(next, here, atLeast, yield) {
			return false
		}
	}
	return true
}
