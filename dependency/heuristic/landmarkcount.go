package heuristic

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/exclusion"
)

// landmarks are properties of a task independent of the position: which atoms must hold before others.
type landmarks struct {
	*task
	before    lists      // by atom, the atoms that hold before it becomes true, whichever operator does it
	choices   lists      // by atom, the sets of atoms of a cell of which one holds before
	sets      lists      // by set, its atoms
	beforeSet lists      // by set, the atoms that hold before one of its atoms becomes true
	excluded  [][]uint64 // by condition of the goal, a bit for each atom that never holds at the same time
}

// newLandmarks returns the landmarks of the task of a game. cell returns the start values.
func newLandmarks(ctx context.Context, t *task, r reachable, cells int, cell func(int) int32) (*landmarks, error) {
	l := &landmarks{task: t}
	cellOf := slices.Repeat([]int32{none}, t.atomCount)
	for cell := range int32(cells) {
		for _, atom := range t.atoms[t.cells.from[cell]:t.cells.from[cell+1]] {
			if atom != none {
				cellOf[atom] = cell
			}
		}
	}
	numbers := make(map[string]int32) // of the sets
	for atom := range int32(t.atomCount) {
		makers := t.makers.of(atom)
		l.before.add(t.common(makers)...)
		var choices []int32
		for _, set := range t.chosen(makers, cellOf) {
			key := fmt.Sprint(set)
			number, known := numbers[key]
			if !known {
				number = int32(len(numbers))
				numbers[key] = number
				var makers []int32
				for _, a := range set {
					makers = append(makers, t.makers.of(a)...)
				}
				l.sets.add(set...)
				l.beforeSet.add(t.common(makers)...)
			}
			choices = append(choices, number)
		}
		l.choices.add(choices...)
	}
	var err error
	l.excluded, err = t.excluded(ctx, r, cells, cell)
	return l, err
}

func (t *task) common(operators []int32) (atoms []int32) {
	for i, op := range operators {
		if needs := t.needs.of(op); i == 0 {
			atoms = slices.Clone(needs)
		} else {
			atoms = slices.DeleteFunc(atoms, func(a int32) bool { return !slices.Contains(needs, a) })
		}
	}
	return atoms
}

// chosen returns, for each cell of which all operators need an atom, but different ones, the set of these atoms.
func (t *task) chosen(operators, cellOf []int32) (sets [][]int32) {
	if len(operators) < 2 {
		return nil
	}
	for _, first := range t.needs.of(operators[0]) {
		var set []int32
		if !slices.ContainsFunc(operators, func(op int32) bool {
			needs := t.needs.of(op)
			i := slices.IndexFunc(needs, func(a int32) bool { return cellOf[a] == cellOf[first] })
			if i >= 0 {
				set = append(set, needs[i])
			}
			return i < 0
		}) {
			slices.Sort(set)
			if set = slices.Compact(set); len(set) > 1 {
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// excluded returns, for each condition of the goal, a bit for each atom that never holds at the same time.
func (t *task) excluded(ctx context.Context, r reachable, cells int, cell func(int) int32) ([][]uint64, error) {
	number := make(map[ply.Condition]int)
	for i, c := range r.conditions {
		number[c] = i
	}
	var start []int
	for i := range cells {
		start = append(start, number[ply.Condition{Cell: int32(i), Value: cell(i)}])
	}
	needs, deletes, adds := make([][]int, len(r.moves)), make([][]int, len(r.moves)), make([][]int, len(r.moves))
	for i, m := range r.moves {
		for _, p := range m.Preconditions {
			needs[i] = append(needs[i], number[p])
			if slices.ContainsFunc(m.Modifications, func(c ply.Condition) bool { return c.Cell == p.Cell }) {
				deletes[i] = append(deletes[i], number[p])
			}
		}
		for _, c := range m.Modifications {
			adds[i] = append(adds[i], number[c])
		}
	}
	pairs, err := exclusion.Find(ctx, len(r.conditions), start, len(r.moves), func(i int) ([]int, []int, []int) {
		return needs[i], deletes[i], adds[i]
	})
	if err != nil {
		return nil, err
	}
	conditionOf := slices.Repeat([]int{none}, t.atomCount)
	for i, c := range r.conditions {
		if atom, _ := t.atom(int(c.Cell), c.Value); atom != none {
			conditionOf[atom] = i
		}
	}
	goals := t.needs.of(t.last())
	excluded := make([][]uint64, len(goals))
	for i, goal := range goals {
		excluded[i] = make([]uint64, (t.atomCount+63)/64)
		for atom, c := range conditionOf {
			if c != none && conditionOf[goal] != none && !pairs.Has(c, conditionOf[goal]) {
				excluded[i][atom/64] |= 1 << (atom % 64)
			}
		}
	}
	return excluded, nil
}

// A landmarkCount is the estimate [LandmarkCount]. From the goal back, it collects the atoms that must yet become true.
type landmarkCount struct {
	*landmarks
	round      int     // the number of the estimate, by which are marked:
	holds      []int   // the atoms that hold
	counted    []int   // those that must become true
	countedSet []int   // and the sets of which one atom must
	atoms      []int32 // those that must
	open       []int32 // the sets of which one atom must
}

func newLandmarkCount(l *landmarks) *landmarkCount {
	return &landmarkCount{
		landmarks: l, holds: make([]int, l.atomCount), counted: make([]int, l.atomCount), countedSet: make([]int, max(1, len(l.sets.from))),
	}
}

func (c *landmarkCount) estimate(state []int32) int {
	c.round++
	c.atoms, c.open = c.atoms[:0], c.open[:0]
	for _, atom := range state {
		c.holds[atom] = c.round
	}
	goals := c.needs.of(c.last())
	c.require(goals)
	for next := 0; next < len(c.atoms); {
		for ; next < len(c.atoms); next++ {
			atom := c.atoms[next]
			c.require(c.before.of(atom))
			for _, set := range c.choices.of(atom) {
				c.choose(set)
			}
		}
		// A condition of the goal that holds must become true again if another needed atom excludes it.
		for i, goal := range goals {
			if c.holds[goal] == c.round && slices.ContainsFunc(c.atoms, func(a int32) bool { return c.excluded[i][a/64]>>(a%64)&1 != 0 }) {
				c.count(goal)
			}
		}
	}
	return len(c.atoms) + len(c.open)
}

// require counts the atoms that do not hold.
func (c *landmarkCount) require(atoms []int32) {
	for _, atom := range atoms {
		if c.holds[atom] != c.round {
			c.count(atom)
		}
	}
}

func (c *landmarkCount) count(atom int32) {
	if c.counted[atom] != c.round {
		c.counted[atom] = c.round
		c.atoms = append(c.atoms, atom)
	}
}

func (c *landmarkCount) choose(set int32) {
	if c.countedSet[set] == c.round {
		return
	}
	c.countedSet[set] = c.round
	if !slices.ContainsFunc(c.sets.of(set), func(a int32) bool { return c.holds[a] == c.round || c.counted[a] == c.round }) {
		c.open = append(c.open, set)
		c.require(c.beforeSet.of(set))
	}
}

// legal appends the applicable operators that make a required atom true, unless they are there.
func (c *landmarkCount) legal(operators []int32) []int32 {
	lead := func(atoms []int32) {
		for _, atom := range atoms {
			for _, op := range c.makers.of(atom) {
				if op != c.last() && !slices.ContainsFunc(c.needs.of(op), func(a int32) bool { return c.holds[a] != c.round }) && !slices.Contains(operators, op) {
					operators = append(operators, op)
				}
			}
		}
	}
	lead(c.atoms)
	for _, set := range c.open {
		lead(c.sets.of(set))
	}
	return operators
}
