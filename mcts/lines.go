package mcts

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

// line returns the principal variation: first, and then the best tried moves.
func (t *Tree[M]) line(first M) []M {
	line := []M{first}
	w, id := t.workers[0], t.stores[0].Root // of several trees, the first goes on from the common move
	s := w.store
	for len(line) < s.NodesUsed { // even if positions that differ have the same hash
		arcs := s.arcsOf(s.Nodes.At(id))
		at := slices.IndexFunc(arcs, func(a arc[M]) bool { return a.move == line[len(line)-1] })
		if at < 0 || arcs[at].node < firstNode || s.Nodes.At(arcs[at].node).chance {
			break
		}
		id = arcs[at].node
		w.known = w.appendChoices(w.known[:0], id)
		best := w.known[sampling.Final(w.known, nil)]
		if best.Visits == 0 {
			break
		}
		line = append(line, best.Move)
	}
	return line
}

func (w *worker[M]) appendChoices(dst []ply.Choice[M], id uint32) []ply.Choice[M] {
	n := w.store.Nodes.At(id)
	for i := range n.Count {
		dst = append(dst, w.choice(n.First+i))
	}
	return dst
}

// All yields the lines of the tree from the root, each with the statistics of its last move, depth first: moves in
// descending order of simulations, each followed by the lines that continue from it. Moves with fewer than atLeast
// simulations are skipped, with the lines below them.
//
// A line is valid until the next one is yielded. The tree must not change during the loop. With several trees
// (RootTrees), All uses the first one. After a [ply.GamePanic], it yields the lines found before.
func (t *Tree[M]) All(atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	return func(yield func([]M, ply.Choice[M]) bool) {
		if root := t.stores[0].Root; root != noNode {
			t.walk(root, nil, max(atLeast, 0), yield)
		}
	}
}

func (t *Tree[M]) walk(id uint32, line []M, atLeast int, yield func([]M, ply.Choice[M]) bool) bool {
	w := t.workers[0]
	n := w.store.Nodes.At(id)
	if n.meeting {
		for i := range n.Count {
			if next := w.store.Arcs.At(n.First + i).node; next >= firstNode && !t.walk(next, line, atLeast, yield) {
				return false
			}
		}
		return true
	}
	order := make([]uint32, 0, n.Count)
	for i := range n.Count {
		if int(w.store.Arcs.At(n.First+i).visits) >= atLeast {
			order = append(order, n.First+i)
		}
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		return cmp.Compare(w.store.Arcs.At(b).visits, w.store.Arcs.At(a).visits)
	})
	for _, at := range order {
		here := append(line, w.store.Arcs.At(at).move)
		if !yield(here, w.choice(at)) {
			return false
		}
		if next := w.store.Arcs.At(at).node; next >= firstNode && len(here) < w.store.NodesUsed && !t.walk(next, here, atLeast, yield) {
			return false
		}
	}
	return true
}
