package layered

import (
	"context"
	"slices"
)

// A constraint demands value[head] - value[tail] >= length, and each unit of that difference costs weight.
type constraint struct {
	tail, head     int
	length, weight int
}

const (
	candidates  = 30 // the number of constraints with a negative cut value that leaving compares
	pivotsEach  = 50 // the greatest number of pivots for each variable, which ends a cycle of degenerate pivots
	pivotsAtOne = 64 // the number of pivots between two looks at the context
)

// solve returns values of n variables that satisfy all constraints at the least cost. The smallest value is 0. The
// constraints must not form a directed cycle. It is the network simplex method of Gansner, Koutsofios, North and Vo 1993,
// section 2.
func solve(ctx context.Context, n int, constraints []constraint) ([]int, error) {
	s := newSimplex(n, constraints)
	s.start()
	s.number(n, none, 0)
	s.price()
	for pivots := 0; pivots < pivotsEach*n; pivots++ {
		if pivots%pivotsAtOne == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		leaving := s.leaving()
		if leaving == none {
			break
		}
		s.exchange(leaving)
	}
	values := s.value[:n]
	least := slices.Min(values)
	for i := range values {
		values[i] -= least
	}
	return values, nil
}

const none = -1

// A simplex has a spanning tree of tight constraints, that is, constraints that hold with equality. The tree
// determines all values. A pivot exchanges one of its constraints for another, as long as that lowers the cost. The last
// variable is an origin below all others, at no cost, which connects them.
type simplex struct {
	constraints []constraint
	at          [][]int // the constraints of each variable
	value       []int

	tree    []int   // the constraints of the tree
	inTree  []int   // for each constraint, its index in tree, or none
	treeAt  [][]int // the constraints of the tree at each variable
	cut     []int   // for each constraint of the tree, the change of the cost if it becomes longer by 1
	parent  []int   // for each variable, the constraint towards the origin, or none
	order   []int   // the variables in postorder of the tree
	low     []int   // a variable's subtree is order[low:last+1]
	last    []int
	resumed int // the index in tree where the search of leaving continues
}

func newSimplex(n int, constraints []constraint) *simplex {
	constraints = slices.Clip(constraints)
	for v := range n {
		constraints = append(constraints, constraint{n, v, 0, 0})
	}
	s := &simplex{
		constraints: constraints,
		at:          make([][]int, n+1), treeAt: make([][]int, n+1),
		value: make([]int, n+1), parent: make([]int, n+1), order: make([]int, n+1), low: make([]int, n+1), last: make([]int, n+1),
		inTree: make([]int, len(constraints)), cut: make([]int, len(constraints)),
	}
	for i, c := range constraints {
		s.at[c.tail] = append(s.at[c.tail], i)
		s.at[c.head] = append(s.at[c.head], i)
		s.inTree[i] = none
	}
	return s
}

func (s *simplex) slack(i int) int {
	c := &s.constraints[i]
	return s.value[c.head] - s.value[c.tail] - c.length
}

// start gives each variable the least value that the constraints allow, in topological order. That makes a constraint tight
// which leads to it, and these are the tree. A variable that only the origin bounds from below gets the greatest value.
func (s *simplex) start() {
	above := make([]int, len(s.at)) // constraints whose tail has no value yet
	for _, c := range s.constraints {
		above[c.head]++
	}
	free := slices.Clone(above)
	tight := make([]int, len(s.at))
	for ready := []int{len(s.at) - 1}; len(ready) > 0; {
		v := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, i := range s.at[v] {
			c := &s.constraints[i]
			if c.tail != v {
				continue
			}
			if value := s.value[v] + c.length; value >= s.value[c.head] {
				s.value[c.head], tight[c.head] = value, i
			}
			if above[c.head]--; above[c.head] == 0 {
				ready = append(ready, c.head)
			}
		}
	}
	for v := range len(s.at) - 1 {
		if i := s.nearest(v); free[v] == 1 && i != none && s.slack(i) > 0 {
			s.value[v], tight[v] = s.value[v]+s.slack(i), i
		}
		s.attach(tight[v])
	}
}

// nearest returns the constraint with the least slack that leads from a variable, or none.
func (s *simplex) nearest(v int) int {
	nearest := none
	for _, i := range s.at[v] {
		if s.constraints[i].tail == v && (nearest == none || s.slack(i) < s.slack(nearest)) {
			nearest = i
		}
	}
	return nearest
}

func (s *simplex) other(i, v int) int { return s.constraints[i].tail + s.constraints[i].head - v }

// attach puts a constraint into the tree.
func (s *simplex) attach(i int) {
	s.inTree[i] = len(s.tree)
	s.tree = append(s.tree, i)
	s.hang(i)
}

func (s *simplex) hang(i int) {
	c := &s.constraints[i]
	s.treeAt[c.tail] = append(s.treeAt[c.tail], i)
	s.treeAt[c.head] = append(s.treeAt[c.head], i)
}

func (s *simplex) unhang(i, v int) {
	s.treeAt[v] = slices.DeleteFunc(s.treeAt[v], func(c int) bool { return c == i })
}

// number numbers the subtree of v in postorder, beginning with from, and returns the next number.
func (s *simplex) number(v, parent, from int) int {
	s.parent[v], s.low[v] = parent, from
	for _, i := range s.treeAt[v] {
		if i != parent {
			from = s.number(s.other(i, v), i, from)
		}
	}
	s.order[from], s.last[v] = v, from
	return from + 1
}

// below reports whether v is in the subtree of w.
func (s *simplex) below(v, w int) bool { return s.low[w] <= s.last[v] && s.last[v] <= s.last[w] }

// price computes the cut values of the tree: without the constraint, the tree has a part with the tail and a part
// with the head, and the cut value is the weight of all constraints from the first to the second, less the weight
// of all constraints from the second to the first. It is summed over the variables of a subtree, since the weights
// of constraints within it cancel.
func (s *simplex) price() {
	leaves := make([]int, len(s.at)) // for each subtree, the weights that leave it less the weights that enter it
	for _, c := range s.constraints {
		leaves[c.tail] += c.weight
		leaves[c.head] -= c.weight
	}
	for _, v := range s.order {
		i := s.parent[v]
		if i == none {
			continue
		}
		leaves[s.other(i, v)] += leaves[v]
		s.cut[i] = leaves[v]
		if s.constraints[i].head == v {
			s.cut[i] = -leaves[v]
		}
	}
}

// leaving returns a constraint of the tree with a negative cut value, or none.
func (s *simplex) leaving() int {
	best, found := none, 0
	for range s.tree {
		s.resumed = (s.resumed + 1) % len(s.tree)
		if i := s.tree[s.resumed]; s.cut[i] < 0 {
			if best == none || s.cut[i] < s.cut[best] {
				best = i
			}
			if found++; found == candidates {
				break
			}
		}
	}
	return best
}

// exchange makes a constraint of the tree as long as the others allow, and replaces it in the tree by the
// constraint that becomes tight.
func (s *simplex) exchange(leaving int) {
	c := &s.constraints[leaving]
	v, upwards := c.tail, false // v is the lower end: its subtree moves
	if s.below(c.head, c.tail) {
		v, upwards = c.head, true
	}
	entering := none
	for _, u := range s.order[s.low[v] : s.last[v]+1] {
		for _, i := range s.at[u] {
			f := &s.constraints[i]
			if (f.tail == u) == upwards && !s.below(s.other(i, u), v) && (entering == none || s.slack(i) < s.slack(entering)) {
				entering = i
			}
		}
	}
	distance := s.slack(entering)
	if !upwards {
		distance = -distance
	}
	s.move(v, distance)

	f := &s.constraints[entering]
	top := f.tail
	for !s.below(f.head, top) {
		top = s.other(s.parent[top], top)
	}
	price := s.cut[leaving]
	s.reprice(f.tail, top, price)
	s.reprice(f.head, top, -price)
	s.cut[entering] = -price

	s.inTree[entering], s.inTree[leaving] = s.inTree[leaving], none
	s.tree[s.inTree[entering]] = entering
	s.unhang(leaving, c.tail)
	s.unhang(leaving, c.head)
	s.hang(entering)
	s.number(top, s.parent[top], s.low[top])
}

// move adds a distance to the values of the subtree of v, or subtracts it from all others if they are fewer.
func (s *simplex) move(v, distance int) {
	subtree := s.order[s.low[v] : s.last[v]+1]
	if 2*len(subtree) <= len(s.order) {
		for _, u := range subtree {
			s.value[u] += distance
		}
		return
	}
	for _, u := range s.order[:s.low[v]] {
		s.value[u] -= distance
	}
	for _, u := range s.order[s.last[v]+1:] {
		s.value[u] -= distance
	}
}

// reprice changes the cut values between v and top: it adds price for a constraint that leads towards the root, and
// subtracts it otherwise.
func (s *simplex) reprice(v, top, price int) {
	for v != top {
		i := s.parent[v]
		if s.constraints[i].tail == v {
			s.cut[i] += price
		} else {
			s.cut[i] -= price
		}
		v = s.other(i, v)
	}
}
