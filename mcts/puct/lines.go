package puct

import (
	"iter"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/tree"
)

// All yields the lines of the tree from the root, each with the statistics of its last move. The order is depth first:
// moves are in descending order of simulations, and each is followed by the lines that continue from it. Moves with fewer
// than atLeast simulations are skipped, and so are the lines below them.
//
// A line is valid until the next one is yielded. The tree must not change during the loop. If a search has returned a
// [*ply.GamePanic], All yields the lines found before the panic. With Transpositions, All yields the lines below a
// position once for each line that leads to this position, so the number of lines can grow exponentially with the
// depth.
func (t *Tree[G, M]) All(atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	read := tree.Reader[node, arc[M], M]{
		Visits:  func(a *arc[M]) uint32 { return a.visits },
		Through: func(_ *node, a *arc[M]) bool { return a.prior == noMove },
		Choice:  func(at uint32) ply.Choice[M] { return t.choice(t.store.Arcs.At(at)) },
	}
	return read.All(&t.store.Store, atLeast)
}
