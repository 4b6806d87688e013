package gdl

import "fmt"

const (
	maxClauses      = 1 << 18 // of a description
	maxAlternatives = 1 << 14 // clauses that the disjunctions of one rule stand for
	maxPremises     = 1 << 9  // of a clause
)

// A Literal is an atom or the negation of one.
type Literal struct {
	Atom    Term
	Negated bool
}

// String writes the literal as KIF.
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
	Rule int // the number of the rule that it comes from
}

// Clauses returns the description without disjunctions: each is replaced by copies of the rule, one for each way to
// make it true, so that all variables of an alternative can bind those of the rest (Vittaut 2017, section 2.2.1.3).
// Negations are pushed down to atoms. It fails for a rule that stands for more than 16384 clauses, for one with more
// than 512 premises, for more than 262144 clauses in all, and for a rule that states what only premises may name: true,
// does or distinct.
func (d *Description) Clauses() ([]Clause, error) {
	var all []Clause
	for i, r := range d.Rules {
		switch r.Head.Predicate() {
		case Predicate{True, 1}, Predicate{Does, 2}, Predicate{Distinct, 2}:
			return nil, fmt.Errorf("%v: %s is reserved for premises", r.Head.At, r.Head.Name)
		}
		bodies, err := conjunction(r.Body, false)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", r.At, err)
		}
		if len(all)+len(bodies) > maxClauses {
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

// conjunction returns the ways to make all of the formulas true, or all of their negations.
func conjunction(formulas []Term, negated bool) ([][]Literal, error) {
	ways := [][]Literal{nil}
	for _, f := range formulas {
		more, err := alternatives(f, negated)
		if err != nil {
			return nil, err
		}
		if len(ways)*len(more) > maxAlternatives {
			return nil, fmt.Errorf("the disjunctions of one rule stand for more than %d clauses", maxAlternatives)
		}
		var product [][]Literal
		for _, w := range ways {
			for _, m := range more {
				product = append(product, append(w[:len(w):len(w)], m...))
			}
		}
		ways = product
	}
	return ways, nil
}

// disjunction returns the ways to make one of the formulas true, or one of their negations.
func disjunction(formulas []Term, negated bool) ([][]Literal, error) {
	var ways [][]Literal
	for _, f := range formulas {
		more, err := alternatives(f, negated)
		if err != nil {
			return nil, err
		}
		if ways = append(ways, more...); len(ways) > maxAlternatives {
			return nil, fmt.Errorf("the disjunctions of one rule stand for more than %d clauses", maxAlternatives)
		}
	}
	return ways, nil
}

// alternatives returns the ways to make a formula true, or its negation.
func alternatives(f Term, negated bool) ([][]Literal, error) {
	switch {
	case f.Name == Not && len(f.Args) == 1:
		return alternatives(f.Args[0], !negated)
	case f.Name == Or && !negated, f.Name == And && negated:
		return disjunction(f.Args, negated)
	case f.Name == Or, f.Name == And:
		return conjunction(f.Args, negated)
	}
	return [][]Literal{{{f, negated}}}, nil
}
