package heuristic

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
)

// A projection is a game without the cells outside a pattern: the conditions on them always hold, so its cost is a
// lower bound. The number of a state has the values of the cells as digits.
type projection struct {
	pattern   []int32 // the cells, sorted
	domains   []int32 // by place in the pattern, how many values the cell has
	factors   []int32 // by place, how much the number of a state grows with the value
	size      int32   // how many states there are
	goal      []int32 // by place, the value of the cell in the goal, or none if it may have any
	operators []projected
	tree      []int32   // see match
	matched   [][]int32 // by leaf of the tree, the operators

	digits []int32 // scratch
	found  []int32 // scratch
}

// A projected operator represents the operators that do the same in a projection.
type projected struct {
	back    int32 // added to the number of a state gives the number of the state before
	members []int32
}

// unreachable is the cost of dead ends. furthest is the greatest other cost, to which greater ones are lowered.
const (
	unreachable = math.MaxInt32
	furthest    = min(most, unreachable-1)
)

func (t *cellTask) sizeOf(pattern []int32, limit int) int {
	size := 1
	for _, cell := range pattern {
		if size > limit/int(t.domains[cell]) {
			return limit + 1
		}
		size *= int(t.domains[cell])
	}
	return size
}

// work returns the effort for the database of a pattern, in entries: projecting the moves takes time, too.
func (t *cellTask) work(pattern []int32, size int) int {
	for _, cell := range pattern {
		size += len(t.modifying.of(cell))
	}
	return size
}

func (t *cellTask) project(pattern []int32) *projection {
	p := &projection{pattern: pattern, size: 1, digits: make([]int32, len(pattern))}
	place := make(map[int32]int)
	for i, cell := range pattern {
		place[cell] = i
		p.domains, p.factors, p.goal = append(p.domains, t.domains[cell]), append(p.factors, p.size), append(p.goal, none)
		p.size *= t.domains[cell]
	}
	for _, c := range t.goal {
		if i, ok := place[c.Cell]; ok {
			p.goal[i] = c.Value
		}
	}
	var users []int32
	for _, cell := range pattern {
		users = append(users, t.modifying.of(cell)...)
	}
	slices.Sort(users)
	known := make(map[string]int32)
	var key []byte
	after := make([]int32, len(pattern))
	p.grow(0)
	for _, op := range slices.Compact(users) {
		for i := range after {
			after[i] = none
		}
		back := int32(0)
		for _, c := range t.operators[op].changes {
			if i, ok := place[c.cell]; ok {
				after[i] = c.to
				back += (c.from - c.to) * p.factors[i]
			}
		}
		key = binary.LittleEndian.AppendUint32(key[:0], uint32(back))
		for _, v := range after {
			key = binary.LittleEndian.AppendUint32(key, uint32(v))
		}
		number, ok := known[string(key)]
		if !ok {
			number = int32(len(p.operators))
			known[string(key)] = number
			p.operators = append(p.operators, projected{back: back})
			p.plant(number, after)
		}
		p.operators[number].members = append(p.operators[number].members, op)
	}
	return p
}

// plant adds an operator to the tree, under the states that it can lead to: those with the given values (none: any value).
func (p *projection) plant(op int32, after []int32) {
	node := int32(0)
	for i, v := range after {
		if v == none {
			v = p.domains[i]
		}
		branch := node + v
		if p.tree[branch] == none {
			if i+1 < len(after) {
				p.tree[branch] = p.grow(i + 1)
			} else {
				p.tree[branch] = int32(len(p.matched))
				p.matched = append(p.matched, nil)
			}
		}
		node = p.tree[branch]
	}
	p.matched[node] = append(p.matched[node], op)
}

// grow adds a tree node that branches on the value at a place of the pattern.
func (p *projection) grow(place int) int32 {
	node := int32(len(p.tree))
	for range p.domains[place] + 1 {
		p.tree = append(p.tree, none)
	}
	return node
}

// before returns the operators that can have led to a state, until the next call. A tree node has a branch for each
// value of a cell, and one for the operators that accept any value. The leaves hold operators.
func (p *projection) before(state int32) []int32 {
	for i, d := range p.domains {
		p.digits[i] = state / p.factors[i] % d
	}
	p.found = p.found[:0]
	p.match(0, 0)
	return p.found
}

func (p *projection) match(node int32, place int) {
	if place == len(p.domains) {
		p.found = append(p.found, p.matched[node]...)
		return
	}
	if next := p.tree[node+p.digits[place]]; next != none {
		p.match(next, place+1)
	}
	if next := p.tree[node+p.domains[place]]; next != none {
		p.match(next, place+1)
	}
}

// distances returns the cost to reach the goal from each state, by Dijkstra's algorithm backwards from the goal. costs are
// the operator costs of the game; operators with cost math.MaxInt are not used. The table is useless if ctx is cancelled.
func (p *projection) distances(ctx context.Context, costs []int) []int32 {
	cheapest := p.costs(costs)
	table := make([]int32, p.size)
	var open queue
	for state := range p.size {
		if table[state] = unreachable; p.solved(state) {
			table[state] = 0
			open.put(state, 0)
		}
	}
	for taken := 0; ; taken++ {
		e, ok := open.take()
		if !ok || taken%1024 == 0 && ctx.Err() != nil {
			return table
		}
		if int(table[e.atom]) < e.value {
			continue
		}
		for _, op := range p.before(e.atom) {
			if cheapest[op] == math.MaxInt {
				continue
			}
			cost := min(plus(e.value, cheapest[op]), furthest)
			if state := e.atom + p.operators[op].back; int(table[state]) > cost {
				table[state] = int32(cost)
				open.put(state, cost)
			}
		}
	}
}

// costs returns the costs of projected operators: the least cost of the operators that they represent.
func (p *projection) costs(costs []int) []int {
	list := make([]int, len(p.operators))
	for i, op := range p.operators {
		list[i] = math.MaxInt
		for _, member := range op.members {
			list[i] = min(list[i], costs[member])
		}
	}
	return list
}

func (p *projection) solved(state int32) bool {
	for i, v := range p.goal {
		if v != none && state/p.factors[i]%p.domains[i] != v {
			return false
		}
	}
	return true
}
