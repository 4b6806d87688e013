package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestOpenList holds the order in which nodes come out against sorting.
func TestOpenList(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 0))
		totals, estimates := 1+random.IntN(10), 1+random.IntN(10)
		if seed%3 == 0 {
			totals, estimates = 3*mostTotals, 2*mostEstimates
		}
		var list openList
		var want []openNode
		for order := range 2000 {
			if random.IntN(3) > 0 {
				n := openNode{random.IntN(totals), random.IntN(estimates), order, order}
				list.put(n.node, n.total, n.estimate)
				want = append(want, n)
				continue
			}
			node, total, ok := list.take()
			if ok != (len(want) > 0) {
				t.Fatalf("seed %d: a node: %t", seed, ok)
			}
			if !ok {
				continue
			}
			first := slices.MinFunc(want, func(a, b openNode) int {
				return cmp.Or(a.total-b.total, a.estimate-b.estimate, b.order-a.order)
			})
			if node != first.node || total != first.total {
				t.Fatalf("seed %d: node %d of total %d, want %v", seed, node, total, first)
			}
			want = slices.DeleteFunc(want, func(n openNode) bool { return n == first })
		}
	}
}
