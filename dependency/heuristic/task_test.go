package heuristic

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
)

// randomTask draws a task whose atoms are the values of a few cells, and the atoms that hold.
func randomTask(random *rand.Rand) (t *task, state []int32) {
	cells, values := 2+random.IntN(8), 2+random.IntN(3)
	var r reachable
	condition := func() ply.Condition {
		return ply.Condition{Cell: int32(random.IntN(cells)), Value: int32(random.IntN(values))}
	}
	some := func(most int) (list []ply.Condition) {
		for range 1 + random.IntN(most) {
			if c := condition(); !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
		return list
	}
	for i := range cells * values {
		r.conditions = append(r.conditions, ply.Condition{Cell: int32(i / values), Value: int32(i % values)})
	}
	least, most := random.IntN(2), 1+random.IntN(5)
	for range 2 * random.IntN(cells*values) {
		r.moves = append(r.moves, reached{ply.Footprint{Preconditions: some(3), Modifications: some(2)}, least + random.IntN(most), nil})
	}
	t = newTask(r, cells, some(4))
	for cell := range cells {
		if atom, _ := t.atom(cell, int32(random.IntN(values))); atom != none {
			state = append(state, atom)
		}
	}
	return t, state
}

// The plan of FF reaches the goal in some order if nothing becomes false, and has the stated cost.
func TestRelaxedPlan(t *testing.T) {
	plans := 0
	for seed := range uint64(long.Or(20_000, 1000)) {
		task, state := randomTask(rand.New(rand.NewPCG(seed, 1)))
		p := newRelaxedPlan(task)
		for range 2 {
			estimate := p.estimate(state)
			if estimate == math.MaxInt {
				if len(p.plan) > 0 {
					t.Fatalf("seed %d: a plan for a goal that cannot be reached: %v", seed, p.plan)
				}
				continue
			}
			cost, holds, left := 0, make([]bool, task.atomCount), slices.Clone(p.plan)
			for _, atom := range state {
				holds[atom] = true
			}
			all := func(op int32) bool {
				return !slices.ContainsFunc(task.needs.of(op), func(atom int32) bool { return !holds[atom] })
			}
			for i := 0; i < len(left); i++ {
				if op := left[i]; all(op) {
					cost += task.costs[op]
					for _, atom := range task.makes.of(op) {
						holds[atom] = true
					}
					left = slices.Delete(left, i, i+1)
					i = -1
				}
			}
			slices.Sort(p.plan)
			if len(left) > 0 || !all(task.last()) || cost != estimate || len(slices.Compact(slices.Clone(p.plan))) != len(p.plan) {
				t.Fatalf("seed %d: plan %v: estimate %d, cost %d, %v cannot be played, goal %v", seed, p.plan, estimate, cost, left, all(task.last()))
			}
			if len(p.plan) > 3 {
				plans++
			}
		}
	}
	if plans < 100 {
		t.Errorf("%d plans", plans)
	}
}

// The costs and supporters that are kept up to date from cut to cut are those computed anew, and each cut is found as
// defined, from the state on.
func TestLandmarkCutKeepsCosts(t *testing.T) {
	cuts := 0
	for seed := range uint64(long.Or(20_000, 1000)) {
		task, state := randomTask(rand.New(rand.NewPCG(seed, 2)))
		l := newLandmarkCut(task)
		l.explore(state)
		for goal := task.goal(); 0 < l.values[goal] && l.values[goal] < math.MaxInt; cuts++ {
			l.findCut()
			want := cutByDefinition(l, state)
			slices.Sort(l.cut)
			if len(want) == 0 || !slices.Equal(l.cut, want) {
				t.Fatalf("seed %d: cut %v, want %v", seed, l.cut, want)
			}
			l.reduce()
			l.update()
			cheaper := *task
			cheaper.costs = slices.Clone(l.costs)
			anew := newLandmarkCut(&cheaper)
			anew.explore(state)
			if !slices.Equal(l.values, anew.values) {
				t.Fatalf("seed %d: costs %v, anew %v", seed, l.values, anew.values)
			}
			for op, s := range l.supporters {
				if other := anew.supporters[op]; (s == none) != (other == none) || s != none && l.values[s] != l.values[other] {
					t.Fatalf("seed %d: supporter %d of operator %d, anew %d", seed, s, op, other)
				}
			}
		}
	}
	if cuts < 300 {
		t.Errorf("%d cuts", cuts)
	}
}

// cutByDefinition returns the cut of the graph of supporters, sorted.
func cutByDefinition(l *landmarkCut, state []int32) (cut []int32) {
	zone := make([]bool, l.atomCount)
	zone[l.goal()] = true
	for changed := true; changed; {
		changed = false
		for op, s := range l.supporters {
			if s == none || l.costs[op] > 0 || zone[s] {
				continue
			}
			if slices.ContainsFunc(l.makes.of(int32(op)), func(atom int32) bool { return zone[atom] }) {
				zone[s], changed = true, true
			}
		}
	}
	reached := make([]bool, l.atomCount)
	open := slices.Clone(state)
	for _, atom := range state {
		reached[atom] = true
	}
	for len(open) > 0 {
		atom := open[0]
		open = open[1:]
		for op, s := range l.supporters {
			switch makes := l.makes.of(int32(op)); {
			case s != atom:
			case slices.ContainsFunc(makes, func(atom int32) bool { return zone[atom] }):
				cut = append(cut, int32(op))
			default:
				for _, next := range makes {
					if !reached[next] {
						reached[next] = true
						open = append(open, next)
					}
				}
			}
		}
	}
	slices.Sort(cut)
	return cut
}

// A queue takes out the least value as long as none is put in that is less than the last one.
func TestQueue(t *testing.T) {
	for seed := range uint64(long.Or(20_000, 200)) {
		random := rand.New(rand.NewPCG(seed, 1))
		var q queue
		for range 3 {
			var want []entry
			last := 0
			width := 1 + random.IntN(bits.UintSize-3)
			for range 100 {
				if random.IntN(3) > 0 {
					e := entry{plus(last, random.IntN(1<<width)), int32(random.IntN(1000))}
					q.put(e.atom, e.value)
					want = append(want, e)
					continue
				}
				e, ok := q.take()
				if ok != (len(want) > 0) {
					t.Fatalf("seed %d: taken %v, %d entries", seed, ok, len(want))
				}
				if !ok {
					continue
				}
				least := slices.MinFunc(want, func(a, b entry) int { return cmp.Compare(a.value, b.value) })
				i := slices.Index(want, e)
				if i < 0 || e.value != least.value {
					t.Fatalf("seed %d: %v, want value %d", seed, e, least.value)
				}
				want, last = slices.Delete(want, i, i+1), e.value
			}
			q.empty()
		}
	}
}
