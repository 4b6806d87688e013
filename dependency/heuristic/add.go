package heuristic

import "math"

// A sum is the estimate [Add], by Knuth's generalization (1977) of Dijkstra's algorithm: costs are sums of needs.
type sum struct {
	exploration
	spent      []int   // by operator, its cost plus the costs of the needs met
	supporters []int32 // by atom, the operator by which it is had at least cost, or none
}

func newSum(t *task) *sum {
	return &sum{newExploration(t), make([]int, len(t.costs)), make([]int32, t.atomCount)}
}

func (x *sum) estimate(state []int32) int {
	if x.task.missing[x.last()] == 0 {
		return 0
	}
	x.begin(state)
	copy(x.spent, x.costs)
	for _, atom := range state {
		x.supporters[atom] = none
	}
	for {
		e, ok := x.next()
		if !ok {
			return math.MaxInt
		}
		for _, op := range x.users.of(e.atom) {
			x.spent[op] = plus(x.spent[op], e.value)
			if x.missing[op]--; x.missing[op] > 0 {
				continue
			}
			if op == x.last() {
				return x.spent[op]
			}
			for _, atom := range x.makes.of(op) {
				if x.lower(atom, x.spent[op]) {
					x.supporters[atom] = op
				}
			}
		}
	}
}
