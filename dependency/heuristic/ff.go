package heuristic

import (
	"math"
	"slices"
)

// A relaxedPlan is the estimate [FF]. From the goal back, it collects the operator by which [Add] makes each atom true.
type relaxedPlan struct {
	sum
	plan   []int32 // the operators, the later ones first as a rule
	chosen []bool  // by operator, whether it is in the plan
	todo   []int32 // operators whose needs have yet to be looked at
}

func newRelaxedPlan(t *task) *relaxedPlan {
	return &relaxedPlan{sum: *newSum(t), chosen: make([]bool, len(t.costs))}
}

func (p *relaxedPlan) estimate(state []int32) int {
	for _, op := range p.plan {
		p.chosen[op] = false
	}
	p.plan = p.plan[:0]
	cost := p.sum.estimate(state)
	if cost == math.MaxInt || cost == 0 && p.task.missing[p.last()] == 0 {
		return cost
	}
	cost = 0
	p.todo = append(p.todo[:0], p.last())
	for len(p.todo) > 0 {
		op := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		for _, atom := range p.needs.of(op) {
			if maker := p.supporters[atom]; maker != none && !p.chosen[maker] {
				p.choose(maker)
				cost = plus(cost, p.costs[maker])
			}
		}
	}
	return cost
}

// choose adds an operator to the plan. From then on it supports each atom that it makes true at least as cheaply as
// others, unless it costs nothing: its needs may then depend on such atoms.
func (p *relaxedPlan) choose(op int32) {
	p.chosen[op] = true
	p.plan, p.todo = append(p.plan, op), append(p.todo, op)
	if p.costs[op] == 0 {
		return
	}
	for _, atom := range p.makes.of(op) {
		if p.values[atom] == p.spent[op] {
			p.supporters[atom] = op
		}
	}
}

func (p *relaxedPlan) legal(operators []int32) []int32 {
	for _, op := range p.plan {
		if !slices.ContainsFunc(p.needs.of(op), func(atom int32) bool { return p.supporters[atom] != none }) {
			operators = append(operators, op)
		}
	}
	return operators
}
