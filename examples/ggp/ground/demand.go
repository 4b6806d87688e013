package ground

import (
	"maps"
	"slices"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// A demander restricts relations that are too large to the demanded facts, as in top-down evaluation. For such a
// relation, a relation of demands holds the arguments with which premises ask, and each of its rules gets a demand as a
// premise: the transformation by magic sets (Beeri and Ramakrishnan, On the power of magic, 1987), with one pattern for
// each relation, the arguments that are known at all of its premises.
type demander struct {
	clauses []gdl.Clause
	large   map[gdl.Predicate]bool
	bound   map[gdl.Predicate][]bool // which arguments are known
	names   map[gdl.Predicate]string // of the relations of demands
	wide    func(gdl.Predicate) bool // whether a relation has too many facts to multiply demands by
}

// demand restricts large relations. It returns the new program, in which clauses of demands have the rule -1, and the
// relations that grow with the reached facts although they are constant in a match. ok is false if it can restrict none.
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
	for _, p := range slices.SortedFunc(maps.Keys(d.bound), gdl.Predicate.Compare) { // names must not depend on the map's order
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

// exclude leaves out relations that must be complete: those by which a game is played, and constant ones that are negated
// or that such a negation depends on.
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
				// Negations of changing relations are not evaluated, and their demands have the arguments that matter.
				if !l.Builtin() && !complete[p] && !changing[p] && (l.Negated || complete[head] && !changing[head]) {
					complete[p], more = true, true
				}
			}
		}
	}
	d.large = maps.Clone(d.large)
	maps.DeleteFunc(d.large, func(p gdl.Predicate, _ bool) bool { return complete[p] })
}

// patterns finds the arguments that are known at all premises of each relation: the greatest consistent choice.
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

// known returns the variables that are bound before premise k: by the demand of the head and by earlier premises.
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

// before reports whether premise i is proved before the demand of premise k: it is positive, not wide, and unrestricted or
// to the left of k. Negations come after all others.
func (d *demander) before(c gdl.Clause, i, k int) bool {
	l := c.Body[i]
	if i == k || l.Negated || l.Builtin() || d.wide(l.Atom.Predicate()) && !c.Body[k].Negated {
		return false
	}
	_, restricted := d.bound[l.Atom.Predicate()]
	return !restricted || i < k || c.Body[k].Negated
}

// restrict returns a clause with the demand of its head, and the clauses of the demands of its premises.
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
			// Tests of bound variables reduce the demands.
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

// connected returns the premises that a head is connected with by common variables.
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

// growing returns the relations that are constant in a match and depend on restricted ones.
func (d *demander) growing(changing map[gdl.Predicate]bool) map[gdl.Predicate]bool {
	var sources []gdl.Predicate
	for p := range d.names {
		ask := d.ask(gdl.Term{Name: p.Name, Args: make([]gdl.Term, p.Arity)})
		if sources = append(sources, ask.Predicate()); !changing[p] {
			sources = append(sources, p)
		}
	}
	grown := gdl.Dependent(d.clauses, sources...)
	maps.DeleteFunc(grown, func(p gdl.Predicate, _ bool) bool { return changing[p] })
	return grown
}
