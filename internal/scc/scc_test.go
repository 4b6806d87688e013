package scc

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Two nodes are in one component if each leads to the other, and components come after those that they depend on.
func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "nodes")
		needs := make([][]int32, n)
		reach := make([][]bool, n)
		for v := range needs {
			if n > 0 {
				needs[v] = rapid.SliceOfN(rapid.Int32Range(0, int32(n-1)), 0, 3).Draw(t, "needs")
			}
			reach[v] = make([]bool, n)
			reach[v][v] = true
			for _, to := range needs[v] {
				reach[v][to] = true
			}
		}
		for via := range n {
			for v := range n {
				for to := range n {
					reach[v][to] = reach[v][to] || reach[v][via] && reach[via][to]
				}
			}
		}
		order, component, count := Components(needs)
		sorted := slices.Clone(order)
		slices.Sort(sorted)
		for i, v := range sorted {
			if int(v) != i || len(sorted) != n {
				t.Fatalf("%v: order %v", needs, order)
			}
		}
		if !slices.IsSortedFunc(order, func(a, b int32) int { return int(component[a] - component[b]) }) {
			t.Fatalf("%v: order %v, components %v", needs, order, component)
		}
		for v := range n {
			if component[v] < 0 || component[v] >= count {
				t.Fatalf("%v: %d components %v", needs, count, component)
			}
			for to := range n {
				same := reach[v][to] && reach[to][v]
				if same != (component[v] == component[to]) || reach[v][to] && component[to] > component[v] {
					t.Fatalf("%v: components %v of %d and %d", needs, component, v, to)
				}
			}
		}
	})
}
