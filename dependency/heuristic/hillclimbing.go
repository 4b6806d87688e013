package heuristic

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// A climber finds patterns by hill climbing (Haslum, Botea, Helmert, Bonet and Koenig 2007). It starts with a pattern
// for each cell of the goal. In each step, it tries all patterns with one cell more than some pattern of the
// collection, and adds the pattern that improves the canonical combination in most of the sampled positions.
type climber struct {
	task       *cellTask
	costs      []int
	additive   func(a, b []int32) bool
	positions  [][]int32
	opt        *patternOptions
	left       int // how many entries may still be computed
	terms      int // how many numbers may still be added up to compare candidates
	overtime   func() bool
	known      map[string]bool
	collection []tried
	candidates []tried
	neighbours [][]int32 // by cell
}

type tried struct {
	pattern []int32
	size    int
	costs   []int32
}

// leastImproved is the least share of positions that a new pattern must improve.
const leastImproved = 0.01

// termsPerEntry bounds the terms added to compare candidates, for each entry of MaxTotal: some 50 take as long as
// computing an entry. In games with many additive patterns, comparing would take minutes.
const termsPerEntry = 1 << 6

func (t *cellTask) climb(ctx context.Context, positions [][]int32, opt *patternOptions, overtime func() bool) (patterns [][]int32) {
	c := climber{
		task: t, costs: t.costs(), additive: t.additive(), positions: positions, opt: opt, left: opt.MaxTotal, overtime: overtime,
		terms: termsPerEntry * min(opt.MaxTotal, math.MaxInt/termsPerEntry),
		known: make(map[string]bool), neighbours: make([][]int32, len(t.domains)),
	}
	for _, goal := range t.goal {
		if one, ok := c.try(ctx, []int32{goal.Cell}); ok {
			c.collection = append(c.collection, one)
		}
	}
	for fresh, step := 0, 0; step < opt.MaxSteps; step++ {
		for ; fresh < len(c.collection); fresh++ {
			for _, pattern := range t.extensions(c.collection[fresh].pattern, c.neighbours) {
				if one, ok := c.try(ctx, pattern); ok {
					c.candidates = append(c.candidates, one)
				}
			}
		}
		best := c.best()
		if best < 0 {
			break
		}
		c.collection = append(c.collection, c.candidates[best])
		c.candidates = slices.Delete(c.candidates, best, best+1)
	}
	for _, one := range c.collection {
		patterns = append(patterns, one.pattern)
	}
	return patterns
}

// try computes the database of a pattern. ok is false if that would exceed the bounds or was done before. A small
// database counts as much as the positions, for which it takes memory.
func (c *climber) try(ctx context.Context, pattern []int32) (one tried, ok bool) {
	size := c.task.sizeOf(pattern, c.opt.MaxEntries)
	work := max(c.task.work(pattern, size), len(c.positions))
	if size > c.opt.MaxEntries || work > c.left || c.overtime() {
		return one, false
	}
	key := fmt.Sprint(pattern)
	if c.known[key] {
		return one, false
	}
	c.known[key] = true
	c.left -= work
	p := c.task.project(pattern)
	table := p.distances(ctx, c.costs)
	one = tried{pattern, size, make([]int32, len(c.positions))}
	for i, position := range c.positions {
		one.costs[i] = table[p.state(position)]
	}
	return one, true
}

// best returns the candidate that increases most estimates, the smallest on ties, or -1 if none increases enough.
func (c *climber) best() int {
	groups := canonical(len(c.collection), func(a, b int) bool { return c.additive(c.collection[a].pattern, c.collection[b].pattern) })
	values := make([][]int64, len(groups)) // by group and position
	sizes := make([]int, len(groups))
	all := slices.Repeat([]bool{true}, len(c.collection))
	for i, group := range groups {
		for _, clique := range group {
			sizes[i] += len(clique)
		}
		values[i] = make([]int64, len(c.positions))
		for j := range c.positions {
			values[i][j] = c.value(group, all, j)
		}
	}
	hopeless := make([]bool, len(c.positions)) // whether it is known that the goal cannot be reached
	for i := range hopeless {
		hopeless[i] = slices.ContainsFunc(c.collection, func(one tried) bool { return one.costs[i] == unreachable })
	}
	best, most := -1, max(1, int(leastImproved*float64(len(c.positions))))-1
	with := make([]bool, len(c.collection))
	for i, candidate := range c.candidates {
		if c.overtime() {
			return -1
		}
		for j, other := range c.collection {
			with[j] = c.additive(candidate.pattern, other.pattern)
		}
		var changed []int // the groups of which not all can be added to the candidate
		terms := 1
		for j, group := range groups {
			if slices.ContainsFunc(group, func(clique []int) bool { return slices.ContainsFunc(clique, func(k int) bool { return !with[k] }) }) {
				changed = append(changed, j)
				terms += sizes[j]
			}
		}
		if c.terms -= terms * len(c.positions); c.terms < 0 {
			return -1
		}
		improved := 0
		for j, cost := range candidate.costs {
			if hopeless[j] {
				continue
			}
			more := int64(cost)
			for _, k := range changed {
				more += c.value(groups[k], with, j) - values[k][j]
			}
			if more > 0 || cost == unreachable {
				improved++
			}
		}
		if improved > most || best >= 0 && improved == most && candidate.size < c.candidates[best].size {
			best, most = i, improved
		}
	}
	return best
}

// value returns the greatest sum of a group for a position, with some patterns of the collection only.
func (c *climber) value(group [][]int, some []bool, position int) (greatest int64) {
	for _, clique := range group {
		sum := int64(0)
		for _, i := range clique {
			if some[i] {
				sum += int64(c.collection[i].costs[position])
			}
		}
		greatest = max(greatest, sum)
	}
	return greatest
}
