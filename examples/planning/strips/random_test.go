package strips_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// TestRandom solves random tasks, and wants the costs that brute force finds, by plans that are valid, or the same
// answer that there is none.
func TestRandom(t *testing.T) {
	solvable, symmetric := 0, 0
	tasks := long.Or(3000, 300)
	for seed := range uint64(tasks) {
		domain, problem := randomTask(rand.New(rand.NewPCG(seed, 0)), seed%2 == 1)
		p := parse(t, domain, problem)
		want, known := bruteForce(p.Domain, p)
		if !known {
			continue
		}
		if want >= 0 {
			solvable++
		}
		task, err := strips.Ground(t.Context(), p)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, kind := range []heuristic.Kind{heuristic.LandmarkCut, heuristic.Max} {
			for _, how := range []reduction{{}, {stubborn: true}, {symmetric: true}, {stubborn: true, symmetric: true}} {
				cost, plan, swaps := solve(t, p, task, kind, how)
				symmetric += swaps
				if cost != want {
					t.Fatalf("seed %d, %v, %+v: cost %d, want %d\n%s\n%s\n%s", seed, kind, how, cost, want, domain, problem, plan)
				}
				if cost < 0 {
					continue
				}
				steps, err := strips.ParsePlan(plan)
				if err != nil {
					t.Fatal(err)
				}
				if valid, err := strips.Validate(p, steps); err != nil || valid != cost {
					t.Fatalf("seed %d, %v, %+v: cost %d, found %d: %v\n%s\n%s\n%s", seed, kind, how, valid, cost, err, domain, problem, plan)
				}
			}
		}
	}
	if solvable < tasks/10 || solvable > 9*tasks/10 {
		t.Errorf("%d of %d tasks are solvable: want some of both", solvable, tasks)
	}
	if symmetric < tasks/10 {
		t.Errorf("%d swaps of objects in %d tasks: want more", symmetric, tasks)
	}
}

// A reduction is what is left out of a search.
type reduction struct{ stubborn, symmetric bool }

// solve returns the cost of a cheapest plan, or -1, the plan, and how many swaps of objects were used.
func solve(t *testing.T, p *pddl.Problem, task *strips.Task, kind heuristic.Kind, how reduction) (cost int, plan string, used int) {
	t.Helper()
	cells, err := task.Cells(t.Context())
	if errors.Is(err, strips.ErrUnsolvable) {
		return -1, "", 0
	}
	if err != nil {
		t.Fatal(err)
	}
	var swaps []strips.Swap
	if how.symmetric {
		if swaps, err = cells.Swaps(t.Context(), task, p); err != nil {
			t.Fatal(err)
		}
	}
	if how.stubborn {
		if cells.Game, err = cells.Game.Stubborn(); err != nil {
			t.Fatal(err)
		}
	}
	h, err := heuristic.New(t.Context(), cells.Game, heuristic.Options[int]{Kind: kind, Cost: func(m int) int { return cells.Cost(task, m) }})
	if err != nil {
		t.Fatal(err)
	}
	g := strips.NewSymmetric(h, swaps)
	r, err := search.AStar(t.Context(), g, ply.Limits{}, search.PathOptions[int]{})
	switch {
	case err != nil:
		t.Fatal(err)
	case !r.Found && r.Status == ply.Complete:
		return -1, "", len(swaps)
	case !r.Found:
		t.Fatal(r.Status)
	}
	return r.Cost, strings.Join(cells.Plan(task, g.Line(r.Line)), "\n"), len(swaps)
}

func parse(t *testing.T, domain, problem string) *pddl.Problem {
	t.Helper()
	d, err := pddl.ParseDomain(domain)
	if err != nil {
		t.Fatalf("%v\n%s", err, domain)
	}
	p, err := pddl.ParseProblem(d, problem)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, domain, problem)
	}
	return p
}

// randomTask writes a random task. In an alike one all objects but for a constant are often interchangeable.
func randomTask(random *rand.Rand, alike bool) (domain, problem string) {
	types := []string{"object", "t", "u", "v", "(either t v)"} // v is below u
	objects := []pddl.Object{{Name: "c", Type: "t"}}           // the first one is a constant
	for i := range 2 + random.IntN(2) {
		objects = append(objects, pddl.Object{Name: fmt.Sprintf("o%d", i), Type: types[1+random.IntN(3)]})
	}
	if alike {
		for i := range objects {
			objects[i].Type = "t"
		}
	}
	predicates := []struct {
		name  string
		arity int
	}{{"fixed", 1 + random.IntN(2)}, {"p", 0}, {"q", 1}, {"r", 1}, {"s", 2}}
	atom := func(names []string, least int) string {
		p := predicates[least+random.IntN(len(predicates)-least)]
		words := []string{p.name}
		for range p.arity {
			words = append(words, names[random.IntN(len(names))])
		}
		return "(" + strings.Join(words, " ") + ")"
	}
	literals := func(names []string, n, least int, negated float64) []string {
		var list []string
		for range n {
			l := atom(names, least)
			if random.Float64() < negated {
				l = "(not " + l + ")"
			}
			list = append(list, l)
		}
		return list
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(define (domain random)\n (:requirements :strips :typing :negative-preconditions :equality :action-costs)\n")
	fmt.Fprintf(&b, " (:types v - u t u)\n (:constants c - t)\n (:predicates")
	for _, p := range predicates {
		fmt.Fprintf(&b, " (%s%s)", p.name, strings.Repeat(" ?x", p.arity))
	}
	fmt.Fprintf(&b, ")\n (:functions (total-cost) - number (price ?x) - number)\n")
	for i := range 2 + random.IntN(3) {
		names := []string{"c"}
		var parameters []string
		for j := range random.IntN(3) {
			name := "?" + string("xyz"[j])
			names = append(names, name)
			parameters = append(parameters, name+" - "+types[random.IntN(len(types))])
		}
		conditions := literals(names, random.IntN(4), 0, 0.25)
		if len(parameters) == 2 && random.IntN(3) == 0 {
			conditions = append(conditions, []string{"(= ?x ?y)", "(not (= ?x ?y))"}[random.IntN(2)])
		}
		effects := literals(names, 1+random.IntN(3), 1, 0.5)
		switch random.IntN(3) {
		case 0:
			effects = append(effects, fmt.Sprintf("(increase (total-cost) %d)", random.IntN(4)))
		case 1:
			effects = append(effects, fmt.Sprintf("(increase (total-cost) (price %s))", names[random.IntN(len(names))]))
		}
		fmt.Fprintf(&b, " (:action a%d :parameters (%s)\n  :precondition (and %s)\n  :effect (and %s))\n",
			i, strings.Join(parameters, " "), strings.Join(conditions, " "), strings.Join(effects, " "))
	}
	domain = b.String() + ")\n"
	b.Reset()
	var names, prices []string
	price := random.IntN(6)
	fmt.Fprintf(&b, "(define (problem random) (:domain random)\n (:objects")
	for i, o := range objects {
		if i > 0 {
			fmt.Fprintf(&b, " %s - %s", o.Name, o.Type)
		}
		names = append(names, o.Name)
		if !alike {
			price = random.IntN(6)
		}
		prices = append(prices, fmt.Sprintf("(= (price %s) %d)", o.Name, price))
	}
	init, goal := literals(names, random.IntN(6), 0, 0), literals(names, 1+random.IntN(3), 1, 0.2)
	if alike {
		init, goal = literals(names, random.IntN(6), 1, 0), literals(names[:1], 1+random.IntN(2), 1, 0.2)
		if random.IntN(2) == 0 {
			goal = nil
			for _, name := range names[1:] {
				goal = append(goal, "(q "+name+")")
				if random.IntN(3) > 0 {
					init = append(init, "(q "+name+")")
				}
			}
		}
	}
	fmt.Fprintf(&b, ")\n (:init %s %s)\n", strings.Join(prices, " "), strings.Join(init, " "))
	fmt.Fprintf(&b, " (:goal (and %s))\n", strings.Join(goal, " "))
	if random.IntN(2) == 0 {
		fmt.Fprintf(&b, " (:metric minimize (total-cost))\n")
	}
	return domain, b.String() + ")\n"
}

// bruteForce returns the cost of a cheapest plan, or -1 if there is none, by trying all objects for all parameters in all
// states, the cheapest first. known is false if there are too many.
func bruteForce(d *pddl.Domain, p *pddl.Problem) (cost int, known bool) {
	begin := make(state)
	for _, l := range p.Init {
		begin[pddl.Key(l.Predicate, l.Args)] = true
	}
	steps := instances(d, p)
	least := map[string]int{begin.String(): 0}
	open := map[int][]state{0: {begin}}
	for cost := 0; len(open) > 0; cost++ {
		for len(open[cost]) > 0 {
			s := open[cost][0]
			open[cost] = open[cost][1:]
			if least[s.String()] < cost {
				continue
			}
			if s.meets(p.Goal) {
				return cost, true
			}
			for _, step := range steps {
				if !s.meets(step.needs) {
					continue
				}
				next := s.after(step.effects)
				key := next.String()
				if old, seen := least[key]; !seen || cost+step.cost < old {
					least[key] = cost + step.cost
					open[cost+step.cost] = append(open[cost+step.cost], next)
				}
			}
			if len(least) > 3000 {
				return 0, false
			}
		}
		delete(open, cost)
	}
	return -1, true
}

// A state is what holds.
type state map[string]bool

func (s state) String() string {
	var keys []string
	for key := range s {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return strings.Join(keys, "")
}

func (s state) meets(literals []pddl.Literal) bool {
	for _, l := range literals {
		holds := s[pddl.Key(l.Predicate, l.Args)]
		if l.Predicate == "=" {
			holds = l.Args[0] == l.Args[1]
		}
		if holds == l.Negated {
			return false
		}
	}
	return true
}

func (s state) after(effects []pddl.Literal) state {
	next := make(state)
	for key := range s {
		next[key] = true
	}
	for _, l := range effects {
		if l.Negated {
			delete(next, pddl.Key(l.Predicate, l.Args))
		}
	}
	for _, l := range effects {
		if !l.Negated {
			next[pddl.Key(l.Predicate, l.Args)] = true
		}
	}
	return next
}

// A step is an action with objects for its parameters.
type step struct {
	needs, effects []pddl.Literal
	cost           int
}

func instances(d *pddl.Domain, p *pddl.Problem) (steps []step) {
	for _, a := range d.Actions {
		tuples := [][]string{nil}
		for _, parameter := range a.Parameters {
			var longer [][]string
			for _, tuple := range tuples {
				for _, o := range p.Objects {
					if d.Is(o.Type, parameter.Type) {
						longer = append(longer, append(slices.Clone(tuple), o.Name))
					}
				}
			}
			tuples = longer
		}
		for _, tuple := range tuples {
			values := func(names []string) []string {
				names = slices.Clone(names)
				for i, name := range names {
					if j := slices.IndexFunc(a.Parameters, func(o pddl.Object) bool { return o.Name == name }); j >= 0 {
						names[i] = tuple[j]
					}
				}
				return names
			}
			s := step{cost: 1}
			for _, l := range a.Preconditions {
				s.needs = append(s.needs, pddl.Literal{Predicate: l.Predicate, Args: values(l.Args), Negated: l.Negated})
			}
			for _, l := range a.Effects {
				s.effects = append(s.effects, pddl.Literal{Predicate: l.Predicate, Args: values(l.Args), Negated: l.Negated})
			}
			if p.Costs {
				s.cost = 0
				for _, c := range a.Costs {
					s.cost += c.Number + p.Values[pddl.Key(c.Function, values(c.Args))]
				}
			}
			steps = append(steps, s)
		}
	}
	return steps
}

// TestLaws holds games of random tasks against the laws of all games.
func TestLaws(t *testing.T) {
	long.Checks(t, 30, 100) // of each of more tasks
	for seed := range uint64(long.Or(100, 20)) {
		domain, problem := randomTask(rand.New(rand.NewPCG(seed, 0)), seed%2 == 1)
		p := parse(t, domain, problem)
		task, err := strips.Ground(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := task.Cells(t.Context()); errors.Is(err, strips.ErrUnsolvable) {
			continue
		}
		gametest.Check(t, func() *dependency.Game[int] {
			cells, err := task.Cells(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return cells.Game
		})
	}
}

// TestSymmetricLaws does so where interchangeable objects are not told apart.
func TestSymmetricLaws(t *testing.T) {
	long.Checks(t, 30, 100) // of each of more tasks
	checked := 0
	for seed := uint64(1); checked < long.Or(30, 10); seed += 2 {
		domain, problem := randomTask(rand.New(rand.NewPCG(seed, 0)), true)
		p := parse(t, domain, problem)
		task, err := strips.Ground(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := task.Cells(t.Context()); errors.Is(err, strips.ErrUnsolvable) {
			continue
		}
		newGame := func() (*strips.Symmetric, int) {
			cells, err := task.Cells(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			swaps, err := cells.Swaps(t.Context(), task, p)
			if err != nil {
				t.Fatal(err)
			}
			cost := func(m int) int { return cells.Cost(task, m) }
			g, err := heuristic.New(t.Context(), cells.Game, heuristic.Options[int]{Kind: heuristic.Max, Cost: cost})
			if err != nil {
				t.Fatal(err)
			}
			return strips.NewSymmetric(g, swaps), len(swaps)
		}
		if _, swaps := newGame(); swaps > 0 {
			checked++
			gametest.Check(t, func() *strips.Symmetric {
				g, _ := newGame()
				return g
			})
		}
	}
}
