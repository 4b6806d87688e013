package gdl

import (
	"fmt"
	"maps"
	"slices"
)

// Repair returns a description without some mistakes of old descriptions (Vittaut 2017, section 1.3.2, notes 12 and
// 19), and a warning for each change:
//
//   - Terminal, legal, goal, next and sees as premises are replaced by new relations, which get their rules. A goal as a
//     premise becomes a relation for each value; a value may then depend on the negation of another.
//   - Relations with a reserved name and another number of arguments are renamed.
//   - Base, input and percept are renamed if they depend on the state, since they then declare nothing.
//   - A conjunction (and …) in a body is replaced by its parts.
//
// A description without such mistakes is returned as is.
func (d *Description) Repair() (*Description, []Problem) {
	r := repairer{names: make(map[string]bool), rules: slices.Clone(d.Rules)}
	for _, x := range d.Rules {
		for _, t := range append([]Term{x.Head}, x.Body...) {
			r.collect(t)
		}
	}
	r.conjunctions()
	r.arities()
	r.domains()
	for _, p := range outputs {
		r.premises(p)
	}
	if len(r.problems) == 0 {
		return d, nil
	}
	return &Description{Rules: r.rules, Spelling: d.Spelling}, r.problems
}

// Playable returns the repaired description, and the first problem of severity [Error] that remains as an error.
func (d *Description) Playable() (*Description, error) {
	fixed, _ := d.Repair()
	return fixed, Err(fixed.Check())
}

type repairer struct {
	names    map[string]bool // that are taken
	rules    []Rule
	problems []Problem
}

func (r *repairer) warn(at Position, format string, args ...any) {
	r.problems = append(r.problems, Problem{at, Warning, fmt.Sprintf(format, args...)})
}

func (r *repairer) collect(t Term) {
	r.names[t.Name] = true
	for _, a := range t.Args {
		r.collect(a)
	}
}

// fresh returns an unused name derived from another.
func (r *repairer) fresh(name string) string {
	for i := 1; ; i++ {
		if f := fmt.Sprint(name, "_", i); !r.names[f] {
			r.names[f] = true
			return f
		}
	}
}

// atoms replaces the atoms in the bodies of all rules.
func (r *repairer) atoms(f func(Term) Term) {
	for i, x := range r.rules {
		body := make([]Term, len(x.Body))
		for k, t := range x.Body {
			body[k] = t.mapAtoms(f)
		}
		r.rules[i].Body = body
	}
}

// rewrite replaces the heads of all rules, then the atoms in their bodies.
func (r *repairer) rewrite(f func(Term) Term) {
	for i := range r.rules {
		r.rules[i].Head = f(r.rules[i].Head)
	}
	r.atoms(f)
}

func (r *repairer) rename(p Predicate, name string) {
	r.rewrite(func(t Term) Term {
		if t.Predicate() == p {
			t.Name = name
		}
		return t
	})
}

func (r *repairer) conjunctions() {
	for i, x := range r.rules {
		for k := 0; k < len(x.Body); k++ {
			if t := x.Body[k]; t.Name == And && len(t.Args) > 0 {
				r.warn(t.At, "the conjunction is replaced by its parts")
				x.Body = slices.Concat(x.Body[:k], t.Args, x.Body[k+1:])
				k--
			}
		}
		r.rules[i] = x
	}
}

func (r *repairer) arities() {
	done := make(map[Predicate]bool)
	r.rewrite(func(t Term) Term {
		p := t.Predicate()
		want, ok := arities[p.Name]
		if !ok {
			want, ok = map[string]int{Base: 1, Input: 2, Percept: 2}[p.Name]
		}
		if ok && want != p.Arity && !done[p] {
			done[p] = true
			r.warn(t.At, "%v, which is not that of GDL, is renamed", p)
		}
		return t
	})
	// In order, so that new names do not depend on the order of the map.
	for _, p := range slices.SortedFunc(maps.Keys(done), Predicate.Compare) {
		r.rename(p, r.fresh(p.Name))
	}
}

func (r *repairer) domains() {
	clauses, err := (&Description{Rules: r.rules}).Clauses()
	if err != nil {
		return // Check reports it
	}
	changing := Changing(clauses)
	for _, p := range []Predicate{{Base, 1}, {Input, 2}, {Percept, 2}} {
		if !changing[p] {
			continue
		}
		if i := slices.IndexFunc(r.rules, func(x Rule) bool { return x.Head.Predicate() == p }); i >= 0 {
			r.warn(r.rules[i].Head.At, "%v depends on the state, declares nothing and is renamed", p)
		}
		r.rename(p, r.fresh(p.Name))
	}
}

// premises replaces a relation that premises use although it is reserved for heads.
func (r *repairer) premises(p Predicate) {
	var first *Term
	constant := p.Name == Goal
	r.atoms(func(t Term) Term {
		if t.Predicate() == p {
			if first == nil {
				first = &t
			}
			constant = constant && t.Args[1].Ground()
		}
		return t
	})
	if first == nil {
		return
	}
	for _, x := range r.rules {
		constant = constant && (x.Head.Predicate() != p || x.Head.Args[1].Ground())
	}
	r.warn(first.At, "%s is a premise, in the place of which another relation is used", p.Name)
	names := make(map[string]string) // by value if constant, otherwise by ""
	var links []Rule
	r.rewrite(func(t Term) Term {
		if t.Predicate() != p {
			return t
		}
		key, args := "", t.Args
		if constant {
			key, args = t.Args[1].String(), t.Args[:1]
		}
		name, ok := names[key]
		if !ok {
			name = r.fresh(p.Name)
			names[key] = name
			var vars []Term
			for i := range args {
				vars = append(vars, Term{Name: fmt.Sprint("x", i), Variable: true, At: t.At})
			}
			link := Rule{Head: Term{Name: p.Name, Args: vars, At: t.At}, Body: []Term{{Name: name, Args: vars, At: t.At}}, At: t.At}
			if constant {
				link.Head.Args = []Term{vars[0], t.Args[1]}
			}
			links = append(links, link)
		}
		t.Name, t.Args = name, args
		return t
	})
	r.rules = append(r.rules, links...)
}
