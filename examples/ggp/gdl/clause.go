package gdl

import (
	"fmt"
	"slices"
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
