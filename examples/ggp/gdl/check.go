package gdl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Severity is how serious a [Problem] is.
type Severity string

const (
	// Warning marks violations of the specification and likely mistakes. The game can still be played.
	Warning Severity = "warning"
	// Error marks a description without a clear meaning.
	Error Severity = "error"
)

// A Problem is a mistake in a description.
type Problem struct {
	Position
	Severity Severity `json:"severity"`
	What     string   `json:"what"`
}

// String returns the place, the severity and the text on one line.
func (p Problem) String() string { return fmt.Sprintf("%v: %v: %s", p.Position, p.Severity, p.What) }

var arities = map[string]int{Role: 1, Init: 1, True: 1, Does: 2, Legal: 2, Next: 1, Terminal: 0, Goal: 2, Sees: 2,
	Distinct: 2}

// Check returns the problems of a description, in the order of the text:
//
//   - reserved words with other arguments or in the wrong place (Love et al. 2008, definitions 12 to 14),
//   - relations and functions whose number of arguments varies, and names used as both,
//   - variables of heads, negations and distinct that are in no positive premise (definition 6),
//   - relations that depend on their own negation (definition 8),
//   - recursive rules that may make terms grow without bound (definition 15),
//   - legal, goal and terminal that depend on moves; role, init, base, input and percept that depend on the state,
//   - missing roles, ends, moves and goals, and premises that no rule states.
//
// Whether every role can always move and every match ends is undecidable (Saffidine 2014) and not checked. A
// description without problems of severity [Error] can be evaluated.
func (d *Description) Check() []Problem {
	c := checker{d: d, roles: make(map[string]bool), relations: make(map[string]Term), functions: make(map[string]Term)}
	for _, r := range d.Roles() {
		c.roles[r] = true
	}
	for _, r := range d.Rules {
		c.rule(r)
	}
	c.complete()
	clauses, err := d.Clauses()
	if err != nil {
		c.add(Position{}, Error, "%v", err)
	} else {
		c.safety(clauses)
		c.recursion(clauses)
		c.dependence(clauses)
	}
	slices.SortStableFunc(c.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.Compact(c.problems)
}

// Err returns the first problem of severity [Error] as an error, or nil.
func Err(problems []Problem) error {
	for _, p := range problems {
		if p.Severity == Error {
			return errors.New(p.String())
		}
	}
	return nil
}

type checker struct {
	d                    *Description
	roles                map[string]bool
	problems             []Problem
	relations, functions map[string]Term // the first use of each name
}

func (c *checker) add(at Position, s Severity, format string, args ...any) {
	c.problems = append(c.problems, Problem{at, s, fmt.Sprintf(format, args...)})
}

func (c *checker) rule(r Rule) {
	switch name := r.Head.Name; {
	case name == True, name == Does, name == Distinct, name == Not, name == Or:
		if c.reserved(r.Head) {
			c.add(r.Head.At, Error, "%s is reserved for premises", name)
		}
	case name == Role && len(r.Body) > 0:
		c.add(r.Head.At, Warning, "roles are stated by facts, a rule gives them no order")
	}
	c.atom(r.Head, true)
	for _, t := range r.Body {
		c.formula(t)
	}
}

// reserved reports whether an atom has a reserved name with its number of arguments. Older descriptions use some of
// these names for their own relations.
func (c *checker) reserved(t Term) bool {
	n, ok := arities[t.Name]
	return t.Name == Not || t.Name == Or || ok && n == len(t.Args)
}

func (c *checker) formula(t Term) {
	switch {
	case t.Name == Not && len(t.Args) != 1:
		c.add(t.At, Error, "not takes one argument and has %d", len(t.Args))
	case t.Name == And && len(t.Args) > 0:
		c.add(t.At, Warning, "GDL has no and")
		fallthrough
	case t.Name == Not, t.Name == Or:
		for _, a := range t.Args {
			if a.Variable {
				c.add(a.At, Error, "the variable ?%s where a premise is wanted", a.Name)
				continue
			}
			c.formula(a)
		}
	default:
		c.atom(t, false)
	}
}

func (c *checker) atom(t Term, head bool) {
	switch n, ok := arities[t.Name]; {
	case ok && n != len(t.Args):
		c.add(t.At, Error, "%s takes %d arguments and has %d", t.Name, n, len(t.Args))
		return
	case !head && (t.Name == Next || t.Name == Init || t.Name == Sees):
		c.add(t.At, Warning, "%s is reserved for heads", t.Name)
	case !head && (t.Name == Terminal || t.Name == Legal || t.Name == Goal):
		c.add(t.At, Warning, "%s as a premise, which some players do not expect", t.Name)
	}
	c.arity(c.relations, t, "relation")
	if t.Name == Goal && len(t.Args) == 2 {
		if v := t.Args[1]; !v.Variable {
			if n, err := strconv.Atoi(v.Name); err != nil || n < 0 || n > 100 || len(v.Args) > 0 {
				c.add(v.At, Warning, "the goal %v is not a number from 0 to 100", v)
			}
		}
	}
	if (t.Name == Legal || t.Name == Does || t.Name == Goal || t.Name == Sees) && len(c.roles) > 0 {
		if r := t.Args[0]; r.Ground() && !c.roles[r.String()] {
			c.add(r.At, Warning, "%v is no role", r)
		}
	}
	for _, a := range t.Args {
		c.term(a)
	}
}

func (c *checker) term(t Term) {
	if t.Variable || len(t.Args) == 0 {
		return
	}
	c.arity(c.functions, t, "function")
	for _, a := range t.Args {
		c.term(a)
	}
}

func (c *checker) arity(names map[string]Term, t Term, what string) {
	if first, ok := names[t.Name]; !ok {
		names[t.Name] = t
	} else if len(first.Args) != len(t.Args) {
		c.add(t.At, Warning, "the %s %s has %d arguments here and %d at %v", what, t.Name, len(t.Args), len(first.Args), first.At)
	}
}

func (c *checker) complete() {
	heads := make(map[Predicate]bool)
	for _, r := range c.d.Rules {
		heads[r.Head.Predicate()] = true
	}
	for _, need := range []struct {
		p Predicate
		s Severity
	}{{Predicate{Role, 1}, Error}, {Predicate{Init, 1}, Warning}, {Predicate{Next, 1}, Warning},
		{Predicate{Legal, 2}, Error}, {Predicate{Goal, 2}, Warning}, {Predicate{Terminal, 0}, Warning}} {
		if !heads[need.p] {
			c.add(Position{}, need.s, "nothing states %s", need.p.Name)
		}
	}
	if len(c.roles) == 0 && heads[Predicate{Role, 1}] {
		c.add(Position{}, Error, "no fact states a role")
	}
	for name, f := range c.functions {
		if r, ok := c.relations[name]; ok {
			c.add(f.At, Warning, "%s is a function here and a relation at %v", name, r.At)
		}
	}
	unknown := make(map[Predicate]bool)
	find := func(t Term) Term {
		p := t.Predicate()
		if !heads[p] && !unknown[p] && !t.Variable && p != (Predicate{True, 1}) && p != (Predicate{Does, 2}) && p != (Predicate{Distinct, 2}) {
			unknown[p] = true
			c.add(t.At, Warning, "nothing states %v, which is always false", p)
		}
		return t
	}
	for _, r := range c.d.Rules {
		for _, t := range r.Body {
			t.mapAtoms(find)
		}
	}
}

// safety checks that each variable is bound by a positive premise.
func (c *checker) safety(clauses []Clause) {
	for _, x := range clauses {
		bound := make(map[string]bool)
		for _, l := range x.Body {
			if !l.Negated && !l.Builtin() {
				for v := range l.Atom.Variables {
					bound[v] = true
				}
			}
		}
		check := func(t Term, what string) {
			for v := range t.Variables {
				if !bound[v] {
					c.add(t.At, Error, "the variable ?%s of %s is in no positive premise", v, what)
				}
			}
		}
		check(x.Head, "the head")
		for _, l := range x.Body {
			if l.Builtin() {
				check(l.Atom, Distinct)
			} else if l.Negated {
				check(l.Atom, "a negation")
			}
		}
	}
}

// recursion checks that the clauses have strata and that terms do not grow: an argument of a recursive premise must be
// ground, an argument of the head, or part of a premise of another component.
func (c *checker) recursion(clauses []Clause) {
	for _, x := range Components(clauses) {
		if x.Negated != nil {
			c.add(x.Negated.At, Error, "%v depends on its own negation", x.Negated.Predicate())
		}
		if !x.Recursive {
			continue
		}
		own := func(l Literal) bool { return !l.Builtin() && slices.Contains(x.Predicates, l.Atom.Predicate()) }
		for _, i := range x.Clauses {
			clause := clauses[i]
			// restricted reports whether a term occurs in a premise of another component.
			restricted := func(t Term) bool {
				return slices.ContainsFunc(clause.Body, func(l Literal) bool {
					return !l.Negated && !l.Builtin() && !own(l) && slices.ContainsFunc(l.Atom.Args, t.within)
				})
			}
			for _, l := range clause.Body {
				if !own(l) {
					continue
				}
				for _, a := range l.Atom.Args {
					if !a.Ground() && !slices.ContainsFunc(clause.Head.Args, a.Equal) && !restricted(a) {
						c.add(a.At, Warning, "the argument %v of %s may grow without bound", a, l.Atom.Name)
					}
				}
			}
		}
	}
}

// within reports whether t is u or part of u.
func (t Term) within(u Term) bool {
	return t.Equal(u) || slices.ContainsFunc(u.Args, t.within)
}

func (c *checker) dependence(clauses []Clause) {
	moves := Dependent(clauses, Predicate{Does, 2})
	state := Dependent(clauses, Predicate{True, 1})
	for _, x := range clauses {
		switch p := x.Head.Predicate(); p {
		case Predicate{Terminal, 0}, Predicate{Legal, 2}, Predicate{Goal, 2}:
			if moves[p] {
				c.add(x.Head.At, Error, "%s depends on does", p.Name)
			}
		case Predicate{Role, 1}, Predicate{Init, 1}, Predicate{Base, 1}, Predicate{Input, 2}, Predicate{Percept, 2}:
			if severity := Warning; moves[p] || state[p] {
				if p.Name == Role || p.Name == Init {
					severity = Error
				}
				c.add(x.Head.At, severity, "%s depends on the state", p.Name)
			}
		}
	}
}
