package heuristic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// most is the greatest cost or finite estimate: four of them fit into an int.
const most = math.MaxInt / 4

// none means no atom and no operator.
const none = -1

// A task is the delete relaxation of a game: conditions that have become true stay true. Atoms are conditions that can
// become true, and operators moves that can become legal (see merged). Irrelevant and constant conditions are left out.
//
// The last operator is free, needs the goal and makes the last atom true. One count of unmet needs serves all effects.
type task struct {
	cells      lists // by cell, in values and atoms, the values that it can take
	values     []int32
	atoms      []int32 // none for a value on which nothing depends
	atomCount  int
	costs      []int // by operator
	moves      lists // by operator but the last, the numbers of its moves
	needs      lists // by operator, the atoms that it needs, those first that fewer operators make true
	makes      lists // by operator, the atoms that it makes true
	users      lists // by atom, the operators that need it
	makers     lists // by atom, the operators that make it true
	missing    []int32
	always     int32 // the atom that operators need which need nothing else, or none
	unsolvable bool  // some condition of the goal can never hold
}

// lists are lists of numbers in one slice.
type lists struct {
	from []int32 // where each begins, and where the last one ends
	all  []int32
}

func (l *lists) of(i int32) []int32 { return l.all[l.from[i]:l.from[i+1]] }

func (l *lists) add(list ...int32) {
	if len(l.from) == 0 {
		l.from = append(l.from, 0)
	}
	l.all = append(l.all, list...)
	l.from = append(l.from, int32(len(l.all)))
}

func (l *lists) inverse(n int) lists {
	inverse := lists{from: make([]int32, n+1), all: make([]int32, len(l.all))}
	for _, member := range l.all {
		inverse.from[member+1]++
	}
	for i := range n {
		inverse.from[i+1] += inverse.from[i]
	}
	next := slices.Clone(inverse.from)
	for i := range int32(len(l.from) - 1) {
		for _, member := range l.of(i) {
			inverse.all[next[member]] = i
			next[member]++
		}
	}
	return inverse
}

func (t *task) goal() int32 { return int32(t.atomCount - 1) }

func (t *task) last() int32 { return int32(len(t.costs) - 1) }

// atom returns the atom of a condition, or none if it is irrelevant. known is false if it cannot become true.
func (t *task) atom(cell int, value int32) (atom int32, known bool) {
	from, to := t.cells.from[cell], t.cells.from[cell+1]
	i, known := slices.BinarySearch(t.values[from:to], value)
	if !known {
		return none, false
	}
	return t.atoms[int(from)+i], true
}

func plus(a, b int) int { return min(a+b, most) }

// A reached is a move that can become legal, with its cost and number, or several merged moves.
type reached struct {
	ply.Footprint
	cost    int
	numbers []int32
}

// A reachable holds all that is reachable in the delete relaxation of a game.
type reachable struct {
	conditions []ply.Condition // none of them twice
	moves      []reached       // those that modify something
}

// reach computes the conditions and moves reachable in the delete relaxation, and returns the moves by number.
func reach[M comparable](ctx context.Context, g *dependency.Game[M], cost func(M) int) (r reachable, numbered []M, err error) {
	known := make(map[ply.Condition]bool)
	seen := make(map[M]bool)
	waiting := make(map[ply.Condition][]*reached) // moves, by conditions that are not known yet
	missing := make(map[*reached]int)             // by move, how many of these there are
	var ready []*reached
	add := func(c ply.Condition) {
		if known[c] {
			return
		}
		known[c] = true
		r.conditions = append(r.conditions, c)
		for _, move := range waiting[c] {
			if missing[move]--; missing[move] == 0 {
				ready = append(ready, move)
			}
		}
		delete(waiting, c)
	}
	for cell := range g.Cells() {
		add(ply.Condition{Cell: int32(cell), Value: g.Cell(cell)})
	}
	var moves []M
	for i := 0; i < len(r.conditions); i++ {
		if ctx.Err() != nil {
			return r, nil, ctx.Err()
		}
		moves = g.Needing(r.conditions[i], moves[:0])
		for _, m := range moves {
			if seen[m] {
				continue
			}
			seen[m] = true
			move := &reached{g.Footprint(m, ply.Footprint{}), cost(m), []int32{int32(len(numbered))}}
			numbered = append(numbered, m)
			if err := dependency.Check(move.Footprint, g.Cells()); err != nil {
				return r, nil, fmt.Errorf("move %v: %w", m, err)
			}
			if move.cost < 0 {
				return r, nil, fmt.Errorf("move %v costs %d, want 0 or more", m, move.cost)
			}
			if len(move.Modifications) == 0 {
				continue
			}
			for _, p := range move.Preconditions {
				if !known[p] {
					waiting[p] = append(waiting[p], move)
					missing[move]++
				}
			}
			if missing[move] == 0 {
				ready = append(ready, move)
			}
		}
		for len(ready) > 0 {
			move := ready[len(ready)-1]
			ready = ready[:len(ready)-1]
			r.moves = append(r.moves, *move)
			for _, c := range move.Modifications {
				add(c)
			}
		}
	}
	return r, numbered, nil
}

func newTask(r reachable, cells int, goal []ply.Condition) *task {
	t := new(task)
	slices.SortStableFunc(r.conditions, func(a, b ply.Condition) int {
		if a.Cell != b.Cell {
			return int(a.Cell) - int(b.Cell)
		}
		return int(a.Value) - int(b.Value)
	})
	needed := neededFor(goal, r)
	number := make(map[ply.Condition]int32)
	known := make(map[ply.Condition]bool)
	next := 0
	for cell := range cells {
		begin := next
		for next < len(r.conditions) && int(r.conditions[next].Cell) == cell {
			next++
		}
		t.cells.add(make([]int32, next-begin)...)
		for _, c := range r.conditions[begin:next] {
			atom := int32(none)
			if needed[c] && next-begin > 1 {
				atom = int32(t.atomCount)
				t.atomCount++
				number[c] = atom
			}
			known[c] = true
			t.values, t.atoms = append(t.values, c.Value), append(t.atoms, atom)
		}
	}
	numbers := func(conditions []ply.Condition) (list []int32) {
		for _, c := range conditions {
			if atom, ok := number[c]; ok {
				list = append(list, atom)
			}
		}
		return list
	}
	t.always = none
	for _, move := range r.moves {
		if makes := numbers(move.Modifications); len(makes) > 0 {
			needs := numbers(move.Preconditions)
			if len(needs) == 0 {
				if t.always == none {
					t.always = int32(t.atomCount)
					t.atomCount++
				}
				needs = append(needs, t.always)
			}
			t.needs.add(needs...)
			t.makes.add(makes...)
			t.costs = append(t.costs, min(move.cost, most))
			t.moves.add(move.numbers...)
		}
	}
	for _, c := range goal {
		t.unsolvable = t.unsolvable || !known[c]
	}
	t.needs.add(numbers(goal)...)
	t.makes.add(int32(t.atomCount))
	t.costs = append(t.costs, 0)
	t.atomCount++
	t.users, t.makers = t.needs.inverse(t.atomCount), t.makes.inverse(t.atomCount)
	for op := range t.costs {
		needs := t.needs.of(int32(op))
		slices.SortStableFunc(needs, func(a, b int32) int { return len(t.makers.of(a)) - len(t.makers.of(b)) })
		t.missing = append(t.missing, int32(len(needs)))
	}
	return t
}

func neededFor(goal []ply.Condition, r reachable) map[ply.Condition]bool {
	makers := make(map[ply.Condition][]int)
	for i, move := range r.moves {
		for _, c := range move.Modifications {
			makers[c] = append(makers[c], i)
		}
	}
	needed := make(map[ply.Condition]bool)
	var open []ply.Condition
	need := func(conditions []ply.Condition) {
		for _, c := range conditions {
			if !needed[c] {
				needed[c] = true
				open = append(open, c)
			}
		}
	}
	for need(goal); len(open) > 0; {
		c := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range makers[c] {
			need(r.moves[i].Preconditions)
		}
	}
	return needed
}
