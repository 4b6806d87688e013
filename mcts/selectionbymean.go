package mcts

import "math"

// bestByMean is choose for the bandit of Hoeffding and nothing else: the same as bestPlain without RAVE and prior
// results, with fewer steps. Games with short playouts spend most of their time here.
//
// It computes a score by the same operations as bestPlain and [Hoeffding.Bonus], so that all three choose the same move
// where scores are nearly equal. The conversions of products keep compilers from fusing them with the sum, which some
// processors would round otherwise.
func (w *worker[M]) bestByMean(n *node, arcs []arc[M]) int {
	c := sqrt(float32(w.exploration * logAfter(n.visits)))
	floor, perPoint := n.bounds.load().low(), w.perPoint
	best, at := float32(math.Inf(-1)), 0
	for i := range arcs {
		a := &arcs[i]
		if a.bounds.load().high() <= floor {
			continue
		}
		score := w.firstPlay
		if a.visits > 0 {
			inverse, root := inverses(a.visits)
			score = float32(float32(int64(a.points))*perPoint*inverse) + float32(c*root)
		} else if w.eager {
			return i
		}
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// inverses returns 1/k and √(1/k) for a positive k: of small numbers from a table, since a division and a square root
// for each move that is looked at would be a good part of the time of a bandit.
func inverses(k uint32) (inverse, root float32) {
	if k < uint32(len(smallInverses)) {
		return smallInverses[k].inverse, smallInverses[k].root
	}
	inverse = 1 / float32(int64(k))
	return inverse, sqrt(inverse)
}

var smallInverses = func() (table [1024]struct{ inverse, root float32 }) {
	for k := range table {
		table[k].inverse = 1 / float32(k)
		table[k].root = sqrt(table[k].inverse)
	}
	return table
}()
