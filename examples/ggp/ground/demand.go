package ground

import (
	"maps"
	"slices"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// A demander restricts the relations of a program that are too large to those of their facts that others ask for, as
// evaluation from the goals down would: for such a relation there is another one of the arguments that premises have
// when they ask, and each of its rules gets a premise of that relation. This is the transformation by magic sets (Beeri
// and Ramakrishnan, On the power of magic, 1987), with one pattern of arguments for each relation: those that are known
// wherever it is a premise.
type demander struct {
	clauses []gdl.Clause
	large   map[gdl.Predicate]bool
	bound   map[gdl.Predicate][]bool // the arguments that are known
	names   map[gdl.Predicate]string // of the relations of demands
	wide    func(gdl.Predicate) bool // whether a relation has too many facts to multiply demands by them
}

// demand returns a program in which large relations are restricted, and the relations that then grow with what is
// reached although they do not change in a match. Clauses of demands have the rule -1. If no large relation can be
// restricted, ok is false.
func demand(clauses []gdl.Clause, large map[gdl.Predicate]bool, wide func(gdl.Predicate) bool) (result []gdl.Clause, grown map[gdl.Predicate]bool, ok bool) {
	d := demander{clauses: clauses, large: large, bound: make(map[gdl.Predicate][]bool), names: make(map[gdl.Predicate]string)}
	changing := gdl.Changing(clauses)
	d.wide = func(p gdl.Predicate) bool { return !changing[p] && wide(p) }
	d.exclude(changing)
	d.patterns()
	if len(d.bound) == 0 {
		return nil, nil, false
	}
	taken := names(clauses)
	for _, p := range slices.SortedFunc(maps.Keys(d.bound), gdl.Predicate.Compare) { // so that names are the same each time
		name := "demand_" + p.Name
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		d.names[p] = name
	}
	for _, c := range clauses {
		result = append(result, d.restrict(c)...)
	}
	return result, d.growing(changing), true
}

// exclude leaves relations out that must be complete: those that the play asks for, and those that do not change in a
// match and are negated, or lie below such a negation.
func (d *demander) exclude(changing map[gdl.Predicate]bool) {
	complete := map[gdl.Predicate]bool{{Name: gdl.Role, Arity: 1}: true, {Name: gdl.Init, Arity: 1}: true, base: true, input: true,
		{Name: gdl.Terminal}: true, {Name: gdl.Legal, Arity: 2}: true, {Name: gdl.Goal, Arity: 2}: true, {Name: gdl.Next, Arity: 1}: true,
		{Name: gdl.Sees, Arity: 2}: true, {Name: gdl.True, Arity: 1}: true, {Name: gdl.Does, Arity: 2}: true}
	for more := true; more; {
		more = false
		for _, c := range d.clauses {
			head := c.Head.Predicate()
			for _, l := range c.Body {
				p := l.Atom.Predicate()
				// What is negated, and what relations that must be complete depend on, has to be complete unless it changes:
				// negations of what changes are not evaluated, and what changes is asked for with the arguments that matter.
				if !l.Builtin() && !complete[p] && !changing[p] && (l.Negated || complete[head] && !changing[head]) {
					complete[p], more = true, true
				}
			}
		}
	}
	d.large = maps.Clone(d.large)
	maps.DeleteFunc(d.large, func(p gdl.Predicate, _ bool) bool { return complete[p] })
}

// patterns finds the arguments that are known at all premises, the most of them that agree with one another.
func (d *demander) patterns() {
	for p := range d.large {
		if p.Arity > 0 {
			d.bound[p] = slices.Repeat([]bool{true}, p.Arity)
		}
	}
	for more := true; more; {
		more = false
		for _, c := range d.clauses {
			for k, l := range c.Body {
				known, ok := d.bound[l.Atom.Predicate()]
				if !ok {
					continue
				}
				vars := d.known(c, k)
				for i, a := range l.Atom.Args {
					if known[i] && !within(variables(a), vars) {
						known[i], more = false, true
					}
				}
			}
		}
		for p, known := range d.bound {
			if !slices.Contains(known, true) {
				delete(d.bound, p)
				more = true
			}
		}
	}
}

func within(vars, set []string) bool {
	return !slices.ContainsFunc(vars, func(v string) bool { return !slices.Contains(set, v) })
}

// known returns the variables that are bound when a premise is asked for: those of the demand of the head and of the
// premises before it.
func (d *demander) known(c gdl.Clause, k int) []string {
	var vars []string
	if known, ok := d.bound[c.Head.Predicate()]; ok {
		for i, a := range c.Head.Args {
			if known[i] {
				vars = union(vars, variables(a))
			}
		}
	}
	for i := range c.Body {
		if d.before(c, i, k) {
			vars = union(vars, variables(c.Body[i].Atom))
		}
	}
	return vars
}

// before tells whether premise i is proved before premise k is asked for: it is positive, not wide, and not restricted
// itself or stands before. A negation comes after all others.
func (d *demander) before(c gdl.Clause, i, k int) bool {
	l := c.Body[i]
	if i == k || l.Negated || l.Builtin() || d.wide(l.Atom.Predicate()) && !c.Body[k].Negated {
		return false
	}
	_, restricted := d.bound[l.Atom.Predicate()]
	return !restricted || i < k || c.Body[k].Negated
}

// restrict returns a clause with the demand of its head, and the clauses for the demands of its premises.
func (d *demander) restrict(c gdl.Clause) []gdl.Clause {
	var guard []gdl.Literal
	if _, ok := d.bound[c.Head.Predicate()]; ok {
		guard = append(guard, gdl.Literal{Atom: d.ask(c.Head)})
	}
	all := []gdl.Clause{{Head: c.Head, Body: slices.Concat(guard, c.Body), Rule: c.Rule}}
	for k, l := range c.Body {
		if _, ok := d.bound[l.Atom.Predicate()]; !ok || l.Builtin() {
			continue
		}
		ask := gdl.Clause{Head: d.ask(l.Atom), Rule: -1, Body: slices.Clone(guard)}
		for i := range c.Body {
			if d.before(c, i, k) {
				ask.Body = append(ask.Body, c.Body[i])
			}
		}
		var vars []string
		for _, b := range ask.Body {
			vars = union(vars, variables(b.Atom))
		}
		for _, b := range c.Body {
			// Tests whose variables are known make demands fewer.
			if b.Builtin() && within(variables(b.Atom), vars) {
				ask.Body = append(ask.Body, b)
			}
		}
		ask.Body = connected(ask.Head, ask.Body)
		if !slices.ContainsFunc(ask.Body, func(b gdl.Literal) bool { return !b.Negated && b.Atom.Equal(ask.Head) }) {
			all = append(all, ask)
		}
	}
	return all
}

// connected returns the premises that a head depends on by way of common variables. The others only tell whether there
// is anything to ask for at all.
func connected(head gdl.Term, body []gdl.Literal) []gdl.Literal {
	vars := variables(head)
	in := make([]bool, len(body))
	for more := true; more; {
		more = false
		for i, l := range body {
			own := variables(l.Atom)
			if !in[i] && slices.ContainsFunc(own, func(v string) bool { return slices.Contains(vars, v) }) {
				in[i], more = true, true
				vars = union(vars, own)
			}
		}
	}
	var kept []gdl.Literal
	for i, l := range body {
		if in[i] {
			kept = append(kept, l)
		}
	}
	return kept
}

// ask returns the atom that asks for another one.
func (d *demander) ask(a gdl.Term) gdl.Term {
	p := a.Predicate()
	t := gdl.Term{Name: d.names[p], At: a.At}
	for i, known := range d.bound[p] {
		if known {
			t.Args = append(t.Args, a.Args[i])
		}
	}
	return t
}

// growing returns the relations that do not change in a match and depend on restricted ones.
func (d *demander) growing(changing map[gdl.Predicate]bool) map[gdl.Predicate]bool {
	grown := make(map[gdl.Predicate]bool)
	for p := range d.names {
		ask := d.ask(gdl.Term{Name: p.Name, Args: make([]gdl.Term, p.Arity)})
		if grown[ask.Predicate()] = true; !changing[p] {
			grown[p] = true
		}
	}
	for more := true; more; {
		more = false
		for _, c := range d.clauses {
			p := c.Head.Predicate()
			if !changing[p] && !grown[p] && slices.ContainsFunc(c.Body, func(l gdl.Literal) bool { return grown[l.Atom.Predicate()] }) {
				grown[p], more = true, true
			}
		}
	}
	return grown
}
