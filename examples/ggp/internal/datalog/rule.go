package datalog

import (
	"fmt"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// A Rule is a clause with numbered variables.
type Rule struct {
	Clause gdl.Clause
	Head   pattern
	body   []literal
	vars   int
	hidden bool // its instances are not reported
}

type literal struct {
	pattern
	negated  bool
	distinct bool // its two arguments are distinct or, if negated, equal
}

// A pattern is a variable if slot is not negative, otherwise a ground term if id is not None, otherwise a functor with
// arguments.
type pattern struct {
	slot    int
	id      ID
	functor Functor
	args    []pattern
}

// NewRule numbers the variables of a clause.
func (t *Terms) NewRule(c gdl.Clause) *Rule {
	slots := make(map[string]int)
	r := &Rule{Clause: c, Head: t.pattern(c.Head, slots)}
	for _, l := range c.Body {
		r.body = append(r.body, literal{t.pattern(l.Atom, slots), l.Negated, l.Builtin()})
	}
	r.vars = len(slots)
	return r
}

func (t *Terms) pattern(x gdl.Term, slots map[string]int) pattern {
	p := pattern{slot: -1, id: None}
	if x.Variable {
		s, ok := slots[x.Name]
		if !ok {
			s = len(slots)
			slots[x.Name] = s
		}
		p.slot = s
		return p
	}
	p.functor = t.Functor(x.Name, len(x.Args))
	if x.Ground() {
		p.id = t.Of(x)
		return p
	}
	for _, a := range x.Args {
		p.args = append(p.args, t.pattern(a, slots))
	}
	return p
}

// slots calls f for each variable of the pattern.
func (p *pattern) slots(f func(int)) {
	if p.slot >= 0 {
		f(p.slot)
	}
	for i := range p.args {
		p.args[i].slots(f)
	}
}

// bound reports whether all variables are bound.
func (p *pattern) bound(is []bool) bool {
	all := true
	p.slots(func(s int) { all = all && is[s] })
	return all
}

// safe returns an error unless each variable of the head, negations and distinct is in a positive premise.
func (r *Rule) safe() error {
	bound := make([]bool, r.vars)
	for i := range r.body {
		if l := &r.body[i]; !l.negated && !l.distinct {
			l.slots(func(s int) { bound[s] = true })
		}
	}
	if !r.Head.bound(bound) {
		return fmt.Errorf("%v: a variable of %v is in no positive premise", r.Clause.Head.At, r.Clause.Head)
	}
	for i := range r.body {
		if !r.body[i].bound(bound) {
			l := r.Clause.Body[i]
			return fmt.Errorf("%v: a variable of %v is in no positive premise", l.Atom.At, l)
		}
	}
	return nil
}
