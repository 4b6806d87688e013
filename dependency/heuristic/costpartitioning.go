package heuristic

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// saturate returns the distances under the remaining costs, and subtracts the needed costs: for an operator, its
// greatest decrease of the distance. The rest is left to other tables, which can be added (Seipp, Keller and Helmert
// 2020). If state is given, distances are limited to its distance, to need less.
//
// The needed cost may be negative, which leaves the others more than the operator's cost. An operator that leads only
// to dead ends is not used any more: its cost becomes math.MaxInt.
func (p *projection) saturate(ctx context.Context, left []int, state int32) []int32 {
	table := p.distances(ctx, left)
	if state != none {
		for i, cost := range table {
			if cost != unreachable {
				table[i] = min(cost, table[state])
			}
		}
	}
	for i, need := range p.needs(table) {
		for _, op := range p.operators[i].members {
			switch {
			case left[op] == math.MaxInt:
			case need == math.MinInt:
				left[op] = math.MaxInt
			default:
				left[op] = min(left[op]-need, most)
			}
		}
	}
	return table
}

// needs returns the operator costs that a table needs, or math.MinInt for an operator that leads only to dead ends.
func (p *projection) needs(table []int32) []int {
	needs := make([]int, len(p.operators))
	for i := range needs {
		needs[i] = math.MinInt
	}
	for state, cost := range table {
		if cost == unreachable {
			continue
		}
		for _, op := range p.before(int32(state)) {
			if before := table[int32(state)+p.operators[op].back]; before != unreachable {
				needs[op] = max(needs[op], int(before)-int(cost))
			}
		}
	}
	return needs
}

// A partitioner finds patterns and orders for saturated cost partitioning. The first databases in an order take the
// costs that they need, and later ones share the rest. The estimate is the maximum over a few orders.
type partitioner struct {
	task        *cellTask
	positions   [][]int32
	opt         *patternOptions
	overtime    func() bool
	projections []*projection
}

// rounds is the number of parts of the effort for patterns.
const rounds = 4

// choose chooses patterns systematically (Seipp 2019). A round goes through patterns by increasing size, each size in
// random order, and keeps those that increase the estimate of a position under the remaining costs. The first round
// does so for the start, the others for sampled positions. A round ends when patterns of two sizes have added nothing.
func (p *partitioner) choose(ctx context.Context) {
	random := rand.New(p.opt.Random)
	neighbours := make([][]int32, len(p.task.domains))
	chosen := make(map[string]*projection)
	for round := range min(rounds, len(p.positions)) {
		budget := p.opt.MaxTotal / rounds
		left := p.task.costs()
		var patterns, next [][]int32
		for _, goal := range p.task.goal {
			patterns = append(patterns, []int32{goal.Cell})
		}
		for idle := 0; len(patterns) > 0 && idle < 2; patterns, next = next, nil {
			idle++
			random.Shuffle(len(patterns), func(i, j int) { patterns[i], patterns[j] = patterns[j], patterns[i] })
			tried := make(map[string]bool)
			for _, pattern := range patterns {
				size := p.task.sizeOf(pattern, p.opt.MaxEntries)
				work := p.task.work(pattern, size)
				if size > p.opt.MaxEntries || work > budget {
					continue
				}
				if len(p.projections) >= p.opt.MaxSteps || p.overtime() {
					return
				}
				budget -= work
				key := fmt.Sprint(pattern)
				projection, again := chosen[key]
				if !again {
					projection = p.task.project(pattern)
				}
				state := projection.state(p.positions[round])
				if table := projection.saturate(ctx, left, state); table[state] > 0 {
					idle = 0
					if !again {
						chosen[key] = projection
						p.projections = append(p.projections, projection)
					}
				}
				for _, longer := range p.task.extensions(pattern, neighbours) {
					if key := fmt.Sprint(longer); !tried[key] {
						tried[key] = true
						next = append(next, longer)
					}
				}
			}
		}
	}
}

// order returns the databases with sums for some orders. An order is made greedily for each position, and kept if it
// increases the estimate of some position (Seipp, Keller and Helmert 2017; 2020).
func (p *partitioner) order(ctx context.Context) *databases {
	values := make([]int, len(p.positions))
	for i := range values {
		values[i] = -1
	}
	costs, stolen := p.judge(ctx)
	order := make([]int, len(p.projections))
	for i := range order {
		order[i] = i
	}
	var sums []sumOf
	left := p.opt.MaxTotal
	for tries := 0; tries < min(len(p.positions), 4*p.opt.MaxOrders) && len(sums) < p.opt.MaxOrders && (tries == 0 || !p.overtime()); tries++ {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(float64(costs[b][tries])/stolen[b], float64(costs[a][tries])/stolen[a])
		})
		sum, size := p.inOrder(ctx, order, p.positions[tries])
		if len(sums) > 0 && size > left {
			break
		}
		if p.improve(values, sum) {
			sums, left = append(sums, sum), left-size
		}
	}
	return newDatabases(p.task, p.projections, [][]sumOf{sums})
}

// judge returns databases' values for each position under full costs, and how much of others' costs they take, at least 1.
func (p *partitioner) judge(ctx context.Context) (costs [][]int32, stolen []float64) {
	full := p.task.costs()
	needs := make([][]int, len(p.projections))
	spare := slices.Clone(full)
	for i, projection := range p.projections {
		table := projection.distances(ctx, full)
		list := make([]int32, len(p.positions))
		for j, position := range p.positions {
			list[j] = table[projection.state(position)]
		}
		costs = append(costs, list)
		needs[i] = projection.needs(table)
		for j, need := range needs[i] {
			for _, op := range projection.operators[j].members {
				spare[op] = max(spare[op]-max(need, 0), -most)
			}
		}
	}
	for i, projection := range p.projections {
		sum := 1.0
		for j, need := range needs[i] {
			for _, op := range projection.operators[j].members {
				sum += float64(min(max(need, 0), max(-spare[op], 0)))
			}
		}
		stolen = append(stolen, sum)
	}
	return costs, stolen
}

// inOrder returns the sum of the databases in an order, without those that are 0 everywhere, and its size. Each
// database first gets the costs that the distance of the given position needs; the rest is divided in the same order.
func (p *partitioner) inOrder(ctx context.Context, order []int, position []int32) (sum sumOf, size int) {
	left := p.task.costs()
	for _, i := range order {
		table := p.projections[i].saturate(ctx, left, p.projections[i].state(position))
		sum = append(sum, term{int32(i), table})
	}
	for _, t := range sum {
		for i, more := range p.projections[t.pattern].saturate(ctx, left, none) {
			switch {
			case more == unreachable:
				t.table[i] = unreachable
			case t.table[i] != unreachable:
				t.table[i] = int32(min(plus(int(t.table[i]), int(more)), furthest))
			}
		}
	}
	sum = slices.DeleteFunc(sum, func(t term) bool { return slices.Max(t.table) == 0 })
	for _, t := range sum {
		size += len(t.table)
	}
	return sum, size
}

func (p *partitioner) improve(values []int, sum sumOf) (improved bool) {
	for i, position := range p.positions {
		value := 0
		for _, t := range sum {
			cost := t.table[p.projections[t.pattern].state(position)]
			if cost == unreachable {
				value = math.MaxInt
				break
			}
			value = plus(value, int(cost))
		}
		if value > values[i] {
			values[i], improved = value, true
		}
	}
	return improved
}
