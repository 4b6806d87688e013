// Package strips grounds planning tasks (package pddl), turns them into games of package dependency, and checks plans.
//
// [Ground] finds the actions that can become applicable, by reachability. [Task.Cells] finds which facts exclude each other
// and makes [Cells] of them, with a value for each fact. The moves of their game have preconditions and modifications,
// as all searches and package dependency/heuristic want them. [Validate] checks a plan by the text of the task alone.
package strips

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/internal/costs"
)

// A Task has no parameters. Facts are numbers.
type Task struct {
	Facts   []string // such as "(on a b)" or "(not (on a b))"
	Actions []Action
	Start   []int // the facts that hold at first
	Goal    []int // the facts that must hold in the end
}

// An Action needs some facts, makes some false, and then others true.
type Action struct {
	Name    string // such as "(stack a b)"
	Needs   []int
	Deletes []int
	Adds    []int
	Cost    int
}

// Ground returns the task of a problem, with the actions that can become applicable if deletions are ignored. It takes
// time proportional to the number of ways in which reachable facts fit preconditions. If ctx ends, the error wraps its
// cause and names the action.
func Ground(ctx context.Context, p *pddl.Problem) (task *Task, err error) {
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case stopped:
			err = failure.error
		default:
			panic(failure)
		}
	}()
	g := &grounder{
		ctx: ctx, domain: p.Domain, problem: p,
		changing: make(map[string]bool), numbers: make(map[string]int), where: make(map[place][]int),
		seen: make(map[string]bool), kinds: make(map[string]string), bound: make(map[string]string),
	}
	for _, o := range p.Objects {
		g.kinds[o.Name] = o.Type
	}
	for _, a := range p.Domain.Actions {
		for _, e := range a.Effects {
			g.changing[e.Predicate] = true
		}
	}
	for _, l := range p.Init {
		g.reach(l.Predicate, l.Args)
	}
	g.initial = len(g.atoms)
	for i := range p.Domain.Actions {
		a := &p.Domain.Actions[i]
		g.match(a, make([]bool, len(a.Preconditions)))
	}
	for ; g.done < len(g.atoms); g.done++ {
		g.use(g.atoms[g.done])
	}
	return g.task(), nil
}

// stopped is the panic that ends the grounding.
type stopped struct{ error }

// An atom is a predicate of objects that can become true.
type atom struct {
	key       string
	predicate string
	args      []string
}

// A place is a position of an object in atoms. The object "" is any.
type place struct {
	predicate string
	position  int
	object    string
}

type grounder struct {
	ctx      context.Context
	domain   *pddl.Domain
	problem  *pddl.Problem
	kinds    map[string]string // of the objects
	changing map[string]bool   // the predicates in effects
	atoms    []atom            // in the order of reachability
	initial  int               // the number of atoms at the start
	numbers  map[string]int    // of the atoms
	done     int               // the number of atoms matched with preconditions
	where    map[place][]int   // the atoms done
	seen     map[string]bool   // the actions found
	actions  []instance
	bound    map[string]string // parameters
}

type instance struct {
	name          string
	needs, lacks  []string // keys of atoms
	deletes, adds []string
	cost          int
}

func (g *grounder) reach(predicate string, args []string) {
	key := pddl.Key(predicate, args)
	if _, known := g.numbers[key]; !known {
		g.numbers[key] = len(g.atoms)
		g.atoms = append(g.atoms, atom{key, predicate, args})
	}
}

// use finds the actions that need an atom and earlier ones.
func (g *grounder) use(a atom) {
	for i, o := range append([]string{""}, a.args...) {
		p := place{a.predicate, i, o}
		g.where[p] = append(g.where[p], g.done)
	}
	for i := range g.domain.Actions {
		action := &g.domain.Actions[i]
		for j, l := range action.Preconditions {
			if l.Negated || l.Predicate != a.predicate {
				continue
			}
			met := make([]bool, len(action.Preconditions))
			met[j] = true
			g.unify(action, l, a.args, met)
		}
	}
}

// unify binds the parameters that make a precondition an atom with these arguments, if possible, and continues.
func (g *grounder) unify(a *pddl.Action, l pddl.Literal, args []string, met []bool) {
	g.check(a)
	var added []string
	fitting := true
	for i, name := range l.Args {
		if value, known := g.value(name); known {
			fitting = fitting && value == args[i]
		} else if fitting = fitting && g.fits(a, name, args[i]); fitting {
			g.bound[name] = args[i]
			added = append(added, name)
		}
	}
	if fitting {
		g.match(a, met)
	}
	for _, p := range added {
		delete(g.bound, p)
	}
}

// check stops if the context has ended.
func (g *grounder) check(a *pddl.Action) {
	if g.ctx.Err() != nil {
		panic(stopped{fmt.Errorf("grounding action %s of %d parameters for %d objects, %d actions so far: %w",
			a.Name, len(a.Parameters), len(g.problem.Objects), len(g.actions), context.Cause(g.ctx))})
	}
}

func (g *grounder) value(name string) (string, bool) {
	if name[0] != '?' {
		return name, true
	}
	value, known := g.bound[name]
	return value, known
}

func (g *grounder) fits(a *pddl.Action, parameter, object string) bool {
	return slices.ContainsFunc(a.Parameters, func(p pddl.Object) bool { return p.Name == parameter && g.domain.Is(g.kinds[object], p.Type) })
}

// match finds objects for unbound parameters, first by the precondition with the fewest atoms.
func (g *grounder) match(a *pddl.Action, met []bool) {
	best, choice := -1, []int(nil)
	for i, l := range a.Preconditions {
		if met[i] || l.Negated || l.Predicate == "=" {
			continue
		}
		list := g.where[place{l.Predicate, 0, ""}]
		for j, name := range l.Args {
			if value, known := g.value(name); known {
				if fewer := g.where[place{l.Predicate, j + 1, value}]; len(fewer) < len(list) {
					list = fewer
				}
			}
		}
		if best < 0 || len(list) < len(choice) {
			best, choice = i, list
		}
	}
	if best < 0 {
		g.enumerate(a, a.Parameters)
		return
	}
	met[best] = true
	for _, i := range choice {
		g.unify(a, a.Preconditions[best], g.atoms[i].args, met)
	}
	met[best] = false
}

// enumerate tries all objects for unbound parameters.
func (g *grounder) enumerate(a *pddl.Action, parameters []pddl.Object) {
	i := slices.IndexFunc(parameters, func(p pddl.Object) bool { return g.bound[p.Name] == "" })
	if i < 0 {
		g.instantiate(a)
		return
	}
	for _, o := range g.problem.Objects {
		if g.domain.Is(o.Type, parameters[i].Type) {
			g.bound[parameters[i].Name] = o.Name
			g.enumerate(a, parameters[i+1:])
		}
	}
	delete(g.bound, parameters[i].Name)
}

func (g *grounder) values(names []string) []string {
	values := make([]string, len(names))
	for i, name := range names {
		values[i], _ = g.value(name)
	}
	return values
}

// instantiate adds the action with the bound parameters, if it is new.
func (g *grounder) instantiate(a *pddl.Action) {
	g.check(a)
	var args []string
	for _, p := range a.Parameters {
		args = append(args, g.bound[p.Name])
	}
	n := instance{name: pddl.Key(a.Name, args)}
	if g.seen[n.name] {
		return
	}
	for _, l := range a.Preconditions {
		values := g.values(l.Args)
		key := pddl.Key(l.Predicate, values)
		number, known := g.numbers[key]
		switch {
		case l.Predicate == "=":
			if (values[0] == values[1]) == l.Negated {
				return
			}
		case !l.Negated:
			n.needs = append(n.needs, key)
		case !g.changing[l.Predicate] && known && number < g.initial:
			return
		default:
			n.lacks = append(n.lacks, key)
		}
	}
	for _, l := range a.Effects {
		values := g.values(l.Args)
		if key := pddl.Key(l.Predicate, values); l.Negated {
			n.deletes = append(n.deletes, key)
		} else {
			n.adds = append(n.adds, key)
			g.reach(l.Predicate, values)
		}
	}
	var err error
	if n.cost, err = costOf(a, g.problem, g.values); err != nil {
		panic(stopped{fmt.Errorf("%s: %w", n.name, err)})
	}
	g.seen[n.name] = true
	g.actions = append(g.actions, n)
}

// costOf returns the cost of an action with values for its parameters.
func costOf(a *pddl.Action, p *pddl.Problem, values func([]string) []string) (int, error) {
	if !p.Costs {
		return 1, nil
	}
	cost := 0
	for _, c := range a.Costs {
		n := c.Number
		if c.Function != "" {
			key := pddl.Key(c.Function, values(c.Args))
			var known bool
			if n, known = p.Values[key]; !known {
				return 0, fmt.Errorf("the problem does not say what %s is", key)
			}
		}
		var err error
		if cost, err = costs.Add(cost, n); err != nil {
			return 0, err
		}
	}
	return cost, nil
}

// task makes the task, without facts that never change.
func (g *grounder) task() *Task {
	t := new(Task)
	number := make(map[string]int)
	for i, a := range g.atoms {
		if g.changing[a.predicate] {
			number[a.key] = len(t.Facts)
			if i < g.initial {
				t.Start = append(t.Start, len(t.Facts))
			}
			t.Facts = append(t.Facts, a.key)
		}
	}
	// negate returns the negation of a fact, if that can hold at all.
	negation := make(map[int]int)
	negate := func(key string) (fact int, needed bool) {
		f, known := number[key]
		if !known {
			return 0, false
		}
		if _, known := negation[f]; !known {
			negation[f] = len(t.Facts)
			t.Facts = append(t.Facts, "(not "+key+")")
			if !slices.Contains(t.Start, f) {
				t.Start = append(t.Start, negation[f])
			}
		}
		return negation[f], true
	}
	// of returns the number of a fact, or -1 if it always holds. Facts that never hold get a number, too.
	of := func(l pddl.Literal) int {
		key := pddl.Key(l.Predicate, l.Args)
		i, known := g.numbers[key]
		holds := known && i < g.initial || l.Predicate == "=" && l.Args[0] == l.Args[1]
		switch f, changes := number[key]; {
		case l.Negated && changes:
			f, _ = negate(key)
			return f
		case changes:
			return f
		case holds != l.Negated:
			return -1
		}
		t.Facts = append(t.Facts, key)
		return len(t.Facts) - 1
	}
	for _, l := range g.problem.Goal {
		if f := of(l); f >= 0 && !slices.Contains(t.Goal, f) {
			t.Goal = append(t.Goal, f)
		}
	}
	changing := func(key string) (int, bool) {
		f, changes := number[key]
		return f, changes
	}
	for _, n := range g.actions {
		a := Action{Name: n.name, Cost: n.cost}
		for _, part := range []struct {
			keys []string
			of   func(string) (int, bool)
			to   *[]int
		}{{n.needs, changing, &a.Needs}, {n.lacks, negate, &a.Needs}, {n.adds, changing, &a.Adds}, {n.deletes, changing, &a.Deletes}} {
			for _, key := range part.keys {
				if f, is := part.of(key); is && !slices.Contains(*part.to, f) && (part.to == &a.Needs || !slices.Contains(a.Adds, f)) {
					*part.to = append(*part.to, f)
				}
			}
		}
		t.Actions = append(t.Actions, a)
	}
	not := func(facts []int) (negations []int) {
		for _, f := range facts {
			if n, needed := negation[f]; needed {
				negations = append(negations, n)
			}
		}
		return negations
	}
	for i := range t.Actions {
		a := &t.Actions[i]
		a.Deletes, a.Adds = append(a.Deletes, not(a.Adds)...), append(a.Adds, not(a.Deletes)...)
	}
	return t
}
