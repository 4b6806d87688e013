package mcts

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

// line returns the principal variation: after first, the best move of each position, as long as there is
// one that was tried.
func (t *Tree[M]) line(first M) []M {
	line := []M{first}
	w, id := t.workers[0], t.stores[0].root // of several trees, the first goes on from the common move
	s := w.store
	for len(line) < s.nodesUsed { // even if positions that differ have the same hash
		arcs := s.arcsOf(s.nodes.At(id))
		at := slices.IndexFunc(arcs, func(a arc[M]) bool { return a.move == line[len(line)-1] })
		if at < 0 || arcs[at].node < firstNode || s.nodes.At(arcs[at].node).chance {
			break
		}
		id = arcs[at].node
		w.known = w.appendChoices(w.known[:0], id)
		best := sampling.Final(w.known)
		if best.Visits == 0 {
			break
		}
		line = append(line, best.Move)
	}
	return line
}

// appendChoices appends all moves of a node.
func (w *worker[M]) appendChoices(dst []ply.Choice[M], id uint32) []ply.Choice[M] {
	n := w.store.nodes.At(id)
	for i := range n.count {
		dst = append(dst, w.choice(n.first+i))
	}
	return dst
}

// All yields the lines of the tree from the root, each with the statistics of its last move. It goes depth first: the moves
// of a position come in descending order of their simulations, each followed by the lines that continue from it. Moves with
// fewer than atLeast simulations are skipped, with the lines below them.
//
// A line is valid only until the next one is yielded. The tree must not change during the loop. With several
// trees (RootTrees), All goes through the first one. After a [ply.GamePanic], it yields the lines found before.
func (t *Tree[M]) All(atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	return func(yield func([]M, ply.Choice[M]) bool) {
		if root := t.stores[0].root; root != noNode {
			t.walk(root, nil, max(atLeast, 0), yield)
		}
	}
}

func (t *Tree[M]) walk(id uint32, line []M, atLeast int, yield func([]M, ply.Choice[M]) bool) bool {
	w := t.workers[0]
	n := w.store.nodes.At(id)
	if n.meeting {
		for i := range n.count {
			if next := w.store.arcs.At(n.first + i).node; next >= firstNode && !t.walk(next, line, atLeast, yield) {
				return false
			}
		}
		return true
	}
	order := make([]uint32, 0, n.count)
	for i := range n.count {
		if int(w.store.arcs.At(n.first+i).visits) >= atLeast {
			order = append(order, n.first+i)
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		return cmp.Compare(w.store.arcs.At(b).visits, w.store.arcs.At(a).visits)
	})
	for _, at := range order {
		here := append(line, w.store.arcs.At(at).move)
		if !yield(here, w.choice(at)) {
			return false
		}
		if next := w.store.arcs.At(at).node; next >= firstNode && len(here) < w.store.nodesUsed && !t.walk(next, here, atLeast, yield) {
			return false
		}
	}
	return true
}
