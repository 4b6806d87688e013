package heuristic

import (
	"slices"

	"github.com/ply-search/ply"
)

// A cellTask is a game in terms of cells and operators that change them, for projections. The values of a cell are numbered
// from 0; all values irrelevant to the goal share the last number. Constant cells and irrelevant operators are left out.
type cellTask struct {
	known     lists // by cell, in values and numbers, the values that it can hold, sorted
	values    []int32
	numbers   []int32
	domains   []int32 // by cell, how many numbers its values have
	operators []cellOperator
	modifying lists // by cell, the operators that modify it
	reading   lists // by operator, the cells that it reads or modifies
	goal      []ply.Condition
}

type cellOperator struct {
	changes []change
	cost    int
}

// A change gives a cell another value, by number. If both values are the same, it is only a condition.
type change struct{ cell, from, to int32 }

func newCellTask(r reachable, cells int, goal []ply.Condition) *cellTask {
	t := &cellTask{domains: make([]int32, cells)}
	needed := neededFor(goal, r)
	number := make(map[ply.Condition]int32)
	byCell := make([][]int32, cells)
	for _, c := range r.conditions {
		byCell[c.Cell] = append(byCell[c.Cell], c.Value)
	}
	for cell, values := range byCell {
		slices.Sort(values)
		t.known.add(make([]int32, len(values))...)
		domain := int32(0)
		for _, v := range values {
			if c := (ply.Condition{Cell: int32(cell), Value: v}); needed[c] {
				number[c] = domain
				domain++
			}
		}
		others := domain
		for _, v := range values {
			c := ply.Condition{Cell: int32(cell), Value: v}
			if !needed[c] {
				number[c], domain = others, others+1
			}
			t.values, t.numbers = append(t.values, v), append(t.numbers, number[c])
		}
		t.domains[cell] = domain
	}
	modifiers := make([][]int32, cells)
	for _, move := range r.moves {
		if !slices.ContainsFunc(move.Modifications, func(c ply.Condition) bool { return needed[c] }) {
			continue
		}
		op := cellOperator{cost: min(move.cost, most)}
		var reads []int32
		for _, p := range move.Preconditions {
			if t.domains[p.Cell] < 2 {
				continue
			}
			to := p
			for _, m := range move.Modifications {
				if m.Cell == p.Cell {
					to = m
				}
			}
			c := change{p.Cell, number[p], number[to]}
			op.changes, reads = append(op.changes, c), append(reads, c.cell)
			if c.from != c.to {
				modifiers[c.cell] = append(modifiers[c.cell], int32(len(t.operators)))
			}
		}
		t.operators = append(t.operators, op)
		t.reading.add(reads...)
	}
	for _, m := range modifiers {
		t.modifying.add(m...)
	}
	for _, c := range goal {
		if v, ok := number[c]; ok && t.domains[c.Cell] > 1 {
			t.goal = append(t.goal, ply.Condition{Cell: c.Cell, Value: v})
		}
	}
	return t
}

func (t *cellTask) number(cell int, value int32) int32 {
	from, to := t.known.from[cell], t.known.from[cell+1]
	i, known := slices.BinarySearch(t.values[from:to], value)
	if !known {
		return none
	}
	return t.numbers[int(from)+i]
}

func (t *cellTask) costs() []int {
	costs := make([]int, len(t.operators))
	for i, op := range t.operators {
		costs[i] = op.cost
	}
	return costs
}

// extensions returns the patterns with one more cell than a sorted pattern: a cell that affects how a cell of the
// pattern can be modified. neighbours caches the cells that affect a cell.
func (t *cellTask) extensions(pattern []int32, neighbours [][]int32) (patterns [][]int32) {
	for _, cell := range pattern {
		if neighbours[cell] == nil {
			for _, op := range t.modifying.of(cell) {
				neighbours[cell] = append(neighbours[cell], t.reading.of(op)...)
			}
			slices.Sort(neighbours[cell])
			neighbours[cell] = slices.Compact(neighbours[cell])
		}
		for _, other := range neighbours[cell] {
			if at, in := slices.BinarySearch(pattern, other); !in {
				patterns = append(patterns, slices.Insert(slices.Clone(pattern), at, other))
			}
		}
	}
	return patterns
}

// additive returns a function that reports whether two patterns are additive: no operator modifies cells of both.
func (t *cellTask) additive() func(a, b []int32) bool {
	var together lists // by cell, the cells that some operator modifies together with it, sorted
	for cell := range int32(len(t.domains)) {
		var others []int32
		for _, op := range t.modifying.of(cell) {
			for _, c := range t.operators[op].changes {
				if c.from != c.to {
					others = append(others, c.cell)
				}
			}
		}
		slices.Sort(others)
		together.add(slices.Compact(others)...)
	}
	return func(a, b []int32) bool {
		for _, i := range a {
			for _, j := range b {
				if _, in := slices.BinarySearch(together.of(i), j); in {
					return false
				}
			}
		}
		return true
	}
}
