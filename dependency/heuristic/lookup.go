package heuristic

import "math"

// databases are the tables of [PatternDatabases] and [CostPartitioning]. Estimates add up each group's greatest sum.
type databases struct {
	task     *cellTask
	patterns [][]int32
	digits   [][]digit // by cell
	groups   [][]sumOf
}

// A digit is a cell's contribution to the number of a state.
type digit struct{ pattern, factor int32 }

// A sumOf is a sum of table values for a position, by the state numbers in the projections.
type sumOf []term

type term struct {
	pattern int32
	table   []int32
}

func newDatabases(t *cellTask, projections []*projection, groups [][]sumOf) *databases {
	d := &databases{task: t, digits: make([][]digit, len(t.domains)), groups: groups}
	for i, p := range projections {
		d.patterns = append(d.patterns, p.pattern)
		for place, cell := range p.pattern {
			d.digits[cell] = append(d.digits[cell], digit{int32(i), p.factors[place]})
		}
	}
	return d
}

// A lookup estimates one position after another, in time proportional to the number of patterns with cells that changed.
type lookup struct {
	*databases
	values  []int32 // of the cells
	numbers []int32 // of the values, or none for those that are not known
	unknown int     // how many of them are not known
	states  []int32 // by pattern
}

func (d *databases) newLookup(cell func(int) int32) *lookup {
	cells := len(d.task.domains)
	l := &lookup{databases: d, values: make([]int32, cells), numbers: make([]int32, cells), unknown: cells, states: make([]int32, len(d.patterns))}
	for i := range cells {
		l.numbers[i] = none
		l.set(i, cell(i))
	}
	return l
}

func (l *lookup) set(cell int, value int32) {
	before, number := l.numbers[cell], l.task.number(cell, value)
	l.values[cell], l.numbers[cell] = value, number
	if before == none {
		l.unknown--
	}
	if number == none {
		l.unknown++
	}
	if more := max(number, 0) - max(before, 0); more != 0 {
		for _, d := range l.digits[cell] {
			l.states[d.pattern] += more * d.factor
		}
	}
}

// estimate returns math.MaxInt if the goal is unreachable.
func (l *lookup) estimate([]int32) int {
	total := 0
	for _, group := range l.groups {
		best := 0
		for _, sum := range group {
			cost := 0
			for _, t := range sum {
				d := t.table[l.states[t.pattern]]
				if d == unreachable {
					return math.MaxInt
				}
				cost = plus(cost, int(d))
			}
			best = max(best, cost)
		}
		total = plus(total, best)
	}
	return total
}
