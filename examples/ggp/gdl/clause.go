package gdl

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ply-search/ply/internal/scc"
)

const (
	maxClauses      = 1 << 18 // of a description
	maxAlternatives = 1 << 14 // clauses that one rule expands to
	maxPremises     = 1 << 9  // of a clause
)

// A Literal is an atom or a negated atom.
type Literal struct {
	Atom    Term
	Negated bool
}

// String returns the literal as KIF.
func (l Literal) String() string {
	if l.Negated {
		return "(not " + l.Atom.String() + ")"
	}
	return l.Atom.String()
}

// A Clause is a rule whose premises are literals.
type Clause struct {
	Head Term
	Body []Literal
	Rule int // the index of the rule in the description
}

// Clauses returns the description without disjunctions: a rule becomes one clause for each way to make its body true,
// so variables of an alternative can bind variables of the other premises (Vittaut 2017, section 2.2.1.3). Negations
// are pushed down to atoms. It returns an error for a rule of more than 16384 clauses, a clause of more than 512
// premises, more than 262144 clauses in all, and a rule whose head is true, does or distinct.
func (d *Description) Clauses() ([]Clause, error) {
	var all []Clause
	for i, r := range d.Rules {
		switch r.Head.Predicate() {
		case Predicate{True, 1}, Predicate{Does, 2}, Predicate{Distinct, 2}:
			return nil, fmt.Errorf("%v: %s is reserved for premises", r.Head.At, r.Head.Name)
		}
		bodies, ok := ways(Term{Name: And, Args: r.Body}, false)
		switch {
		case !ok:
			return nil, fmt.Errorf("%v: the disjunctions of one rule stand for more than %d clauses", r.At, maxAlternatives)
		case len(all)+len(bodies) > maxClauses:
			return nil, fmt.Errorf("%v: more than %d clauses", r.At, maxClauses)
		}
		for _, b := range bodies {
			if len(b) > maxPremises {
				return nil, fmt.Errorf("%v: a clause of more than %d premises", r.At, maxPremises)
			}
			all = append(all, Clause{Head: r.Head, Body: b, Rule: i})
		}
	}
	return all, nil
}

// ways returns the ways to make a formula true or, if negated, false. ok is false if there are too many.
func ways(f Term, negated bool) (found [][]Literal, ok bool) {
	switch {
	case f.Name == Not && len(f.Args) == 1:
		return ways(f.Args[0], !negated)
	case f.Name != Or && f.Name != And:
		return [][]Literal{{{f, negated}}}, true
	}
	all := (f.Name == And) != negated // every part must be true
	if all {
		found = [][]Literal{nil}
	}
	for _, part := range f.Args {
		more, ok := ways(part, negated)
		product := append(found, more...)
		if all {
			if len(found)*len(more) > maxAlternatives {
				return nil, false
			}
			product = nil
			for _, w := range found {
				for _, m := range more {
					product = append(product, slices.Concat(w, m))
				}
			}
		}
		if found = product; !ok || len(found) > maxAlternatives {
			return nil, false
		}
	}
	return found, true
}

// A Predicate identifies a relation by its name and number of arguments.
type Predicate struct {
	Name  string
	Arity int
}

// Compare orders predicates by name, then by arity.
func (p Predicate) Compare(q Predicate) int {
	return cmp.Or(cmp.Compare(p.Name, q.Name), cmp.Compare(p.Arity, q.Arity))
}

// String returns name/arity.
func (p Predicate) String() string { return fmt.Sprintf("%s/%d", p.Name, p.Arity) }

// Predicate returns the predicate of an atom.
func (t Term) Predicate() Predicate { return Predicate{t.Name, len(t.Args)} }

// Builtin reports whether the literal is distinct, which no rule defines.
func (l Literal) Builtin() bool { return l.Atom.Name == Distinct && len(l.Atom.Args) == 2 }

// A Component is a set of mutually dependent relations, or a single relation.
type Component struct {
	Predicates []Predicate
	Clauses    []int // indices of the clauses whose heads are in the component
	Recursive  bool  // a premise of these clauses is in the component

	// Negated is the first premise that negates a relation of the component in one of its clauses, or nil. Clauses with
	// such a premise have no strata and no generally accepted meaning.
	Negated *Term
}

// Components returns the relations in the heads of clauses as strongly connected components of their dependencies, each
// after the components it depends on.
func Components(clauses []Clause) []Component {
	number := make(map[Predicate]int32)
	var heads []Predicate
	var of [][]int // the clauses of each head
	for i, c := range clauses {
		p := c.Head.Predicate()
		n, known := number[p]
		if !known {
			n = int32(len(heads))
			number[p] = n
			heads, of = append(heads, p), append(of, nil)
		}
		of[n] = append(of[n], i)
	}
	needs := make([][]int32, len(heads))
	for _, c := range clauses {
		for _, l := range c.Body {
			if n, known := number[l.Atom.Predicate()]; known && !l.Builtin() {
				head := number[c.Head.Predicate()]
				needs[head] = append(needs[head], n)
			}
		}
	}
	var all []Component
	order, component, count := scc.Components(needs)
	for k := range count {
		var c Component
		for ; len(order) > 0 && component[order[0]] == k; order = order[1:] {
			c.Predicates = append(c.Predicates, heads[order[0]])
			c.Clauses = append(c.Clauses, of[order[0]]...)
		}
		for _, i := range c.Clauses {
			for j := range clauses[i].Body {
				if l := &clauses[i].Body[j]; !l.Builtin() && slices.Contains(c.Predicates, l.Atom.Predicate()) {
					c.Recursive = true
					if l.Negated && c.Negated == nil {
						c.Negated = &l.Atom
					}
				}
			}
		}
		all = append(all, c)
	}
	return all
}

// outputs are the relations by which a game is played.
var outputs = []Predicate{{Terminal, 0}, {Legal, 2}, {Goal, 2}, {Next, 1}, {Sees, 2}}

// Changing returns the relations that depend on the state or on the moves, and those by which a game is played: the
// dynamic relations of Vittaut 2017, section 2.2.4. All others are constant throughout a match.
func Changing(clauses []Clause) map[Predicate]bool {
	return Dependent(clauses, append(slices.Clone(outputs), Predicate{True, 1}, Predicate{Does, 2})...)
}

// Dependent returns the given relations and those that depend on them.
func Dependent(clauses []Clause, on ...Predicate) map[Predicate]bool {
	users := make(map[Predicate][]Predicate)
	for _, c := range clauses {
		for _, l := range c.Body {
			if !l.Builtin() {
				users[l.Atom.Predicate()] = append(users[l.Atom.Predicate()], c.Head.Predicate())
			}
		}
	}
	return reach(on, users)
}

// Relevant returns the clauses that a match can depend on, in their order: clauses of the relations by which a game is
// played, of role, init and the given relations, and of all that these depend on.
func Relevant(clauses []Clause, more ...Predicate) []Clause {
	needs := make(map[Predicate][]Predicate)
	for _, c := range clauses {
		for _, l := range c.Body {
			needs[c.Head.Predicate()] = append(needs[c.Head.Predicate()], l.Atom.Predicate())
		}
	}
	wanted := reach(append(slices.Concat(outputs, more), Predicate{Role, 1}, Predicate{Init, 1}), needs)
	return slices.DeleteFunc(slices.Clone(clauses), func(c Clause) bool { return !wanted[c.Head.Predicate()] })
}

// reach returns the given relations and all that they lead to.
func reach(open []Predicate, next map[Predicate][]Predicate) map[Predicate]bool {
	reached := make(map[Predicate]bool)
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		if !reached[p] {
			reached[p] = true
			open = append(open, next[p]...)
		}
	}
	return reached
}
