package strips

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/internal/costs"
)

// A Task is a task without parameters. Facts are numbers.
type Task struct {
	Facts   []string // such as "(on a b)" or "(not (on a b))"
	Actions []Action
	Start   []int // the facts that hold at first
	Goal    []int // the facts that must hold in the end
}

// An Action is applicable if some facts hold, makes some false, and then others true.
type Action struct {
	Name    string // such as "(stack a b)"
	Needs   []int
	Deletes []int
	Adds    []int
	Cost    int
}

// Ground returns the task of a problem, with those actions alone that can become applicable if nothing is made false. It
// takes time proportional to the ways in which reachable facts fit the preconditions. When ctx ends, it stops with an error that
// wraps the cause and names the action.
func Ground(ctx context.Context, d *pddl.Domain, p *pddl.Problem) (*Task, error) {
	g := &grounder{
		ctx: ctx, domain: d, problem: p,
		changing: make(map[string]bool), numbers: make(map[string]int), where: make(map[place][]int),
		seen: make(map[string]bool), kinds: make(map[string]string), bound: make(map[string]string),
	}
	for _, o := range p.Objects {
		g.kinds[o.Name] = o.Type
	}
	for _, a := range d.Actions {
		for _, e := range a.Effects {
			g.changing[e.Predicate] = true
		}
	}
	for _, l := range p.Init {
		g.reach(l.Predicate, l.Args)
	}
	g.initial = len(g.atoms)
	for i := range d.Actions {
		if err := g.match(&d.Actions[i], make([]bool, len(d.Actions[i].Preconditions))); err != nil {
			return nil, err
		}
	}
	for ; g.done < len(g.atoms); g.done++ {
		if err := g.use(g.atoms[g.done]); err != nil {
			return nil, err
		}
	}
	return g.task(), nil
}

// An atom is a predicate of objects that can come to hold.
type atom struct {
	key       string
	predicate string
	args      []string
}

// A place is where an object stands in atoms. An object of "" is any.
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
	atoms    []atom            // in the order in which they were reached
	initial  int               // how many of them hold at first
	numbers  map[string]int    // of the atoms
	done     int               // how many have been matched with preconditions
	where    map[place][]int   // the atoms done
	seen     map[string]bool   // the actions found
	actions  []instance
	bound    map[string]string // parameters
}

// An instance is an action with objects for its parameters.
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

// use finds the actions that need an atom and others reached before.
func (g *grounder) use(a atom) error {
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
			if err := g.unify(action, l, a.args, met); err != nil {
				return err
			}
		}
	}
	return nil
}

// unify goes on with the parameters that make a precondition an atom with these arguments, if there are any.
func (g *grounder) unify(a *pddl.Action, l pddl.Literal, args []string, met []bool) error {
	if err := g.check(a); err != nil {
		return err
	}
	var added []string
	defer func() {
		for _, p := range added {
			delete(g.bound, p)
		}
	}()
	for i, name := range l.Args {
		if value, known := g.value(name); known {
			if value != args[i] {
				return nil
			}
			continue
		}
		if !g.fits(a, name, args[i]) {
			return nil
		}
		g.bound[name] = args[i]
		added = append(added, name)
	}
	return g.match(a, met)
}

// check returns an error if the context has ended, while objects are sought for an action.
func (g *grounder) check(a *pddl.Action) error {
	if g.ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("grounding action %s of %d parameters for %d objects, %d actions so far: %w",
		a.Name, len(a.Parameters), len(g.problem.Objects), len(g.actions), context.Cause(g.ctx))
}

// value returns the object that a name stands for.
func (g *grounder) value(name string) (string, bool) {
	if name[0] != '?' {
		return name, true
	}
	value, known := g.bound[name]
	return value, known
}

// fits reports whether a parameter can be an object.
func (g *grounder) fits(a *pddl.Action, parameter, object string) bool {
	for _, p := range a.Parameters {
		if p.Name == parameter {
			return g.domain.Is(g.kinds[object], p.Type)
		}
	}
	return false
}

// match finds objects for the parameters not bound, first by the precondition that leaves least choice.
func (g *grounder) match(a *pddl.Action, met []bool) error {
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
		return g.enumerate(a, a.Parameters)
	}
	met[best] = true
	for _, i := range choice {
		if err := g.unify(a, a.Preconditions[best], g.atoms[i].args, met); err != nil {
			return err
		}
	}
	met[best] = false
	return nil
}

// enumerate tries all objects for the parameters not bound.
func (g *grounder) enumerate(a *pddl.Action, parameters []pddl.Object) error {
	for i, p := range parameters {
		if _, known := g.bound[p.Name]; known {
			continue
		}
		for _, o := range g.problem.Objects {
			if g.domain.Is(o.Type, p.Type) {
				g.bound[p.Name] = o.Name
				if err := g.enumerate(a, parameters[i+1:]); err != nil {
					return err
				}
			}
		}
		delete(g.bound, p.Name)
		return nil
	}
	return g.instantiate(a)
}

func (g *grounder) values(names []string) []string {
	values := make([]string, len(names))
	for i, name := range names {
		values[i], _ = g.value(name)
	}
	return values
}

// instantiate adds the action with the parameters bound, if it is new.
func (g *grounder) instantiate(a *pddl.Action) error {
	if err := g.check(a); err != nil {
		return err
	}
	var args []string
	for _, p := range a.Parameters {
		args = append(args, g.bound[p.Name])
	}
	n := instance{name: pddl.Key(a.Name, args)}
	if g.seen[n.name] {
		return nil
	}
	for _, l := range a.Preconditions {
		values := g.values(l.Args)
		key := pddl.Key(l.Predicate, values)
		number, known := g.numbers[key]
		switch {
		case l.Predicate == "=":
			if (values[0] == values[1]) == l.Negated {
				return nil
			}
		case !l.Negated:
			n.needs = append(n.needs, key)
		case !g.changing[l.Predicate] && known && number < g.initial:
			return nil
		default:
			n.lacks = append(n.lacks, key)
		}
	}
	for _, l := range a.Effects {
		values := g.values(l.Args)
		if l.Negated {
			n.deletes = append(n.deletes, pddl.Key(l.Predicate, values))
			continue
		}
		n.adds = append(n.adds, pddl.Key(l.Predicate, values))
		g.reach(l.Predicate, values)
	}
	cost, err := costOf(a, g.problem, g.values)
	if err != nil {
		return fmt.Errorf("%s: %w", n.name, err)
	}
	n.cost = cost
	g.seen[n.name] = true
	g.actions = append(g.actions, n)
	return nil
}

// costOf returns what an action costs with values for its parameters.
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

// task makes the task of what was found. Facts that never change are left out.
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
	// A fact that must not hold is the negation of another one, if that can hold at all.
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
	// of returns the number of a fact, or -1 if it always holds; a fact that never holds gets a number of its own.
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
	for _, n := range g.actions {
		a := Action{Name: n.name, Cost: n.cost}
		for _, key := range n.needs {
			if f, changes := number[key]; changes && !slices.Contains(a.Needs, f) {
				a.Needs = append(a.Needs, f)
			}
		}
		for _, key := range n.lacks {
			if f, needed := negate(key); needed && !slices.Contains(a.Needs, f) {
				a.Needs = append(a.Needs, f)
			}
		}
		for _, key := range n.adds {
			if f := number[key]; !slices.Contains(a.Adds, f) {
				a.Adds = append(a.Adds, f)
			}
		}
		for _, key := range n.deletes {
			if f, known := number[key]; known && !slices.Contains(a.Adds, f) && !slices.Contains(a.Deletes, f) {
				a.Deletes = append(a.Deletes, f)
			}
		}
		t.Actions = append(t.Actions, a)
	}
	for i := range t.Actions {
		a := &t.Actions[i]
		adds, deletes := len(a.Adds), len(a.Deletes)
		for _, f := range a.Adds[:adds] {
			if not, needed := negation[f]; needed {
				a.Deletes = append(a.Deletes, not)
			}
		}
		for _, f := range a.Deletes[:deletes] {
			if not, needed := negation[f]; needed {
				a.Adds = append(a.Adds, not)
			}
		}
	}
	return t
}
