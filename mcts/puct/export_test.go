package puct

import (
	"fmt"
	"math"
)

// Prior returns the prior of a move of the root.
func (t *Tree[G, M]) Prior(m M) float64 {
	for _, a := range t.store.arcsOf(t.store.Nodes.At(t.store.Root)) {
		if a.move == m {
			return float64(a.prior)
		}
	}
	panic("no move of the root")
}

// Check returns the simulations of the root, and an error if a position of the tree and its moves count differently, have pending
// simulations, or lead nowhere.
func (t *Tree[G, M]) Check() (visits int, err error) {
	s := &t.store
	for id := uint32(firstNode); int(id) < s.NodesUsed; id++ {
		n, count, sum := s.Nodes.At(id), uint32(0), 0.0
		for _, a := range s.arcsOf(n) {
			count += a.visits
			sum += a.sum
			if a.node == claimed || int(a.node) >= s.NodesUsed || a.flight > 0 {
				return 0, fmt.Errorf("node %d of %d has the arc %+v", id, s.NodesUsed, a)
			}
		}
		if n.visits != count || n.flight > 0 || math.Abs(n.sum-sum) > 1e-6 {
			return 0, fmt.Errorf("node %d of %d is %+v, its moves have %d visits with the sum %v", id, s.NodesUsed, n, count, sum)
		}
	}
	return int(s.Nodes.At(s.Root).visits), nil
}
