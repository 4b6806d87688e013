package datalog

import (
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// A plan is an order of joins for the premises of a rule.
type plan struct {
	rule    *Rule
	trigger *match // for the premise that new facts are matched with; nil if the rule is joined once
	first   int    // its index in the body
	steps   []step
	enough  int  // steps from here on only have to succeed once
	unique  bool // matches before that step differ in reported premises
	sized   int  // the number of facts when the plan was made

	slots  []int // the variables of the head
	values []ID  // their last values
	head   ID    // for these values, or None
}

// A step joins one premise.
type step struct {
	kind    stepKind
	literal int // its index in the body
	match   *match
	pattern *pattern // of a negation
	args    []pattern
	earlier bool // the premise stands before the trigger and must match an older fact
}

type stepKind uint8

const (
	join stepKind = iota
	member
	absent
	distinct
	equal
)

// A match takes atoms apart.
type match struct {
	index  *index
	key    []pattern // the keys of the index: variables and ground terms
	binds  []binding
	checks []binding // for repeated variables
}

type binding struct {
	path path
	slot int
}

// newMatch returns the match of an atom where some variables are bound, with a new empty index.
func (t *Terms) newMatch(p *pattern, bound []bool) *match {
	m := &match{index: new(index)}
	t.takeApart(m, p, nil, bound)
	return m
}

// takeApart collects what matches a pattern at the end of a path.
func (t *Terms) takeApart(m *match, p *pattern, at path, bound []bool) {
	at = at[:len(at):len(at)]
	switch {
	case p.slot >= 0 && bound[p.slot], p.id != None && len(at) > 0:
		m.key = append(m.key, *p)
		m.index.keys = append(m.index.keys, at)
	case p.slot >= 0 && slices.ContainsFunc(m.binds, func(b binding) bool { return b.slot == p.slot }):
		m.checks = append(m.checks, binding{at, p.slot})
	case p.slot >= 0:
		m.binds = append(m.binds, binding{at, p.slot})
	default:
		if len(at) > 0 {
			m.index.shapes = append(m.index.shapes, shape{at, p.functor})
		}
		for i, a := range t.argsOf(p) {
			t.takeApart(m, &a, append(at, int32(i)), bound)
		}
	}
}

// argsOf returns the arguments of a pattern that is not a variable.
func (t *Terms) argsOf(p *pattern) []pattern {
	if p.id == None {
		return p.args
	}
	var args []pattern
	for _, a := range t.Args(p.id) {
		args = append(args, pattern{slot: -1, id: a, functor: t.FunctorOf(a)})
	}
	return args
}

// plan orders the premises of a rule: tests as soon as their variables are bound, and otherwise the premise with the fewest
// estimated matches. If first is not negative, that premise comes first.
func (e *Engine) plan(r *Rule, first int, keep func(Functor) bool) *plan {
	p := &plan{rule: r, first: first, sized: len(e.facts), head: None}
	r.Head.slots(func(s int) { p.slots = append(p.slots, s) })
	p.values = make([]ID, len(p.slots))
	bound := make([]bool, r.vars)
	bind := func(l *literal) { l.slots(func(s int) { bound[s] = true }) }
	left := make([]bool, len(r.body))
	for i := range r.body {
		l := &r.body[i]
		left[i] = i != first && !(l.negated && !l.distinct && keep != nil && keep(l.functor))
	}
	if first >= 0 {
		// Its index stays empty: facts are compared with shapes and keys.
		p.trigger = e.newMatch(&r.body[first].pattern, bound)
		bind(&r.body[first])
	}
	for {
		best, least := -1, math.Inf(1)
		for i := range r.body {
			if !left[i] {
				continue
			}
			l := &r.body[i]
			cost := 0.0
			if !l.bound(bound) {
				if l.negated || l.distinct {
					continue
				}
				cost = 1 + e.estimate(l, bound)
			} else if !l.negated && !l.distinct {
				cost = 0.5
			}
			if cost < least {
				best, least = i, cost
			}
		}
		if best < 0 {
			break
		}
		left[best] = false
		l := &r.body[best]
		s := step{literal: best, pattern: &l.pattern, earlier: best < first}
		switch {
		case l.distinct:
			s.args = e.argsOf(&l.pattern)
			if s.kind = distinct; l.negated {
				s.kind = equal
			}
		case l.negated:
			s.kind = absent
		case l.bound(bound):
			s.kind = member
		default:
			s.kind, s.match = join, e.newMatch(&l.pattern, bound)
			s.match.index = e.relation(l.functor).index(e.Terms, s.match.index)
			bind(l)
		}
		p.steps = append(p.steps, s)
	}
	e.project(p, keep)
	return p
}

// estimate estimates the number of facts that match a premise, from a sample.
func (e *Engine) estimate(l *literal, bound []bool) float64 {
	const sample = 64
	r := e.relation(l.functor)
	m := e.newMatch(&l.pattern, bound)
	x := m.index
	seen, fit := 0, 0
	values := make([]map[ID]bool, len(x.keys))
	stride := max(1, len(r.facts)/sample)
	for i := 0; i < len(r.facts); i += stride {
		seen++
		if !x.fits(e.Terms, r.facts[i]) {
			continue
		}
		ok := true
		for k, p := range x.keys {
			v := e.at(r.facts[i], p)
			ok = ok && (m.key[k].id == None || m.key[k].id == v)
			if m.key[k].id == None {
				if values[k] == nil {
					values[k] = make(map[ID]bool)
				}
				values[k][v] = true
			}
		}
		if ok {
			fit++
		}
	}
	size := float64(len(r.facts)) * float64(fit) / float64(max(seen, 1))
	if r.open {
		size = max(size, 20)
	}
	for k := range x.keys {
		if m.key[k].id == None {
			size /= float64(max(len(values[k]), 2))
		}
	}
	return size
}

// project finds the step from which on no variable is bound that the head or a kept premise needs, so further matches make
// no difference, and whether all variables bound before are needed.
func (e *Engine) project(p *plan, keep func(Functor) bool) {
	needed := make([]bool, p.rule.vars)
	need := func(s int) { needed[s] = true }
	p.rule.Head.slots(need)
	if keep != nil && !p.rule.hidden {
		for i := range p.rule.body {
			if l := &p.rule.body[i]; !l.distinct && keep(l.functor) {
				l.slots(need)
			}
		}
	}
	for k := range p.steps {
		if s := &p.steps[k]; s.kind == join && slices.ContainsFunc(s.match.binds, func(b binding) bool { return needed[b.slot] }) {
			p.enough = k + 1
		}
	}
	p.unique = true
	for k := range p.enough {
		if s := &p.steps[k]; s.kind == join {
			for _, b := range s.match.binds {
				p.unique = p.unique && needed[b.slot]
			}
		}
	}
}

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
	p.functor = t.Functor(x.Predicate())
	if x.Ground() {
		p.id = t.Of(x)
		return p
	}
	for _, a := range x.Args {
		p.args = append(p.args, t.pattern(a, slots))
	}
	return p
}

func (p *pattern) slots(f func(int)) {
	if p.slot >= 0 {
		f(p.slot)
	}
	for i := range p.args {
		p.args[i].slots(f)
	}
}

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
