package mcts

import (
	"iter"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/tree"
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

// All yields the lines of the tree from the root, each with the statistics of its last move. The order is depth first:
// moves are in descending order of simulations, and each is followed by the lines that continue from it. Moves with fewer
// than atLeast simulations are skipped, and so are the lines below them.
//
// A line is valid until the next one is yielded. The tree must not change during the loop. With several trees
// (RootTrees), All uses the first one. After a [ply.GamePanic], All yields the lines found before. With Transpositions,
// All yields the lines below a position once for each line that leads to this position, so the number of lines can grow
// exponentially with the depth.
func (t *Tree[M]) All(atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	w := t.workers[0]
	read := tree.Reader[node, arc[M], M]{
		Visits:  func(a *arc[M]) uint32 { return a.visits },
		Choice:  w.choice,
		Through: func(n *node, _ *arc[M]) bool { return n.meeting },
	}
	return read.All(&t.stores[0].Store, atLeast)
}
