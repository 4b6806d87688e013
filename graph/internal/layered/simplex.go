package layered

import (
	"context"
	"slices"
)

// A constraint requires value[head] - value[tail] >= length; each unit of that difference costs weight.
type constraint struct {
	tail, head     int
	length, weight int
}

const (
	candidates  = 30 // the most constraints with a negative cut value that leaving compares
	pivotsEach  = 50 // the most pivots for each variable, to end a cycle of degenerate pivots
	pivotsAtOne = 64 // the pivots between two looks at the context
)

// solve returns values of n variables that satisfy all constraints at the least cost; the smallest value is 0. The
// constraints must not form a directed cycle. It is the network simplex method of Gansner and others 1993, section 2.
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

// A simplex has a spanning tree of tight constraints, that is, constraints that hold with equality. The tree determines all
// values. A pivot exchanges one of its constraints for another, while that lowers the cost. The last variable is an origin
// below all others, which connects them at no cost.
type simplex struct {
	constraints []constraint
	at          [][]int // the constraints of each variable
	value       []int

	tree      []int   // the constraints of the tree
	inTree    []int   // by constraint: its index in tree, or none
	treeAt    [][]int // by variable: its constraints in the tree
	cut       []int   // by constraint of the tree: the change of the cost if it becomes longer by 1
	parent    []int   // by variable: the constraint towards the origin, or none
	order     []int   // the variables in postorder of the tree
	low, last []int   // a variable's subtree is order[low:last+1]
	resumed   int     // the index in tree where leaving resumes
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

// start gives each variable, in topological order, the least value that the constraints allow. A constraint that leads to it
// then is tight, and belongs to the tree. A variable that only the origin bounds from below gets the greatest value.
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
		s.inTree[tight[v]] = len(s.tree)
		s.tree = append(s.tree, tight[v])
		s.hang(tight[v])
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

// hang adds a constraint to the tree at both of its variables.
func (s *simplex) hang(i int) {
	c := &s.constraints[i]
	s.treeAt[c.tail] = append(s.treeAt[c.tail], i)
	s.treeAt[c.head] = append(s.treeAt[c.head], i)
}

func (s *simplex) unhang(i, v int) {
	s.treeAt[v] = slices.DeleteFunc(s.treeAt[v], func(c int) bool { return c == i })
}

// number numbers the subtree of v in postorder from a number on, and returns the next number.
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

func (s *simplex) below(v, w int) bool { return s.low[w] <= s.last[v] && s.last[v] <= s.last[w] }

// price computes the cut values. Without a constraint the tree has two parts, one with its tail and one with its head. The
// cut value is the weight of all constraints from the first part to the second, minus the weight of those back. It is summed
// over the variables of a subtree, as the weights within it cancel.
func (s *simplex) price() {
	leaves := make([]int, len(s.at)) // by subtree: the weights that leave it minus the weights that enter it
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

// exchange makes a constraint of the tree as long as the others allow, and replaces it by the one that becomes tight.
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

// reprice changes the cut values between v and top by price: up for constraints towards the root, down for others.
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
