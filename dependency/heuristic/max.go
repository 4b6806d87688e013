package heuristic

import "math"

type exploration struct {
	*task
	values  []int   // of the atoms: what they cost to the extent known, or math.MaxInt
	missing []int32 // by operator, how many of its needs have not been met
	open    queue
}

func newExploration(t *task) exploration {
	return exploration{task: t, values: make([]int, t.atomCount), missing: make([]int32, len(t.missing))}
}

// begin starts with atoms that cost nothing.
func (x *exploration) begin(state []int32) {
	copy(x.missing, x.task.missing)
	for i := range x.values {
		x.values[i] = math.MaxInt
	}
	x.open.empty()
	for _, atom := range state {
		x.values[atom] = 0
		x.open.put(atom, 0)
	}
}

func (x *exploration) lower(atom int32, cost int) bool {
	if x.values[atom] <= cost {
		return false
	}
	x.values[atom] = cost
	x.open.put(atom, cost)
	return true
}

// next removes the cheapest atom. ok is false if none is left.
func (x *exploration) next() (e entry, ok bool) {
	for {
		e, ok = x.open.take()
		if !ok || x.values[e.atom] == e.value { // otherwise its cost was lowered since, and it has been taken out before
			return e, ok
		}
	}
}

// A maximum is the estimate [Max], by Dijkstra's algorithm: an operator costs as much as its last need to be met.
type maximum struct{ exploration }

func newMaximum(t *task) *maximum { return &maximum{newExploration(t)} }

func (x *maximum) estimate(state []int32) int {
	if x.task.missing[x.last()] == 0 {
		return 0
	}
	x.begin(state)
	for {
		e, ok := x.next()
		if !ok {
			return math.MaxInt
		}
		for _, op := range x.users.of(e.atom) {
			if x.missing[op]--; x.missing[op] > 0 {
				continue
			}
			if op == x.last() {
				return e.value
			}
			cost := plus(e.value, x.costs[op])
			for _, atom := range x.makes.of(op) {
				x.lower(atom, cost)
			}
		}
	}
}
