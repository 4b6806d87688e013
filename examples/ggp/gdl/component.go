package gdl

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ply-search/ply/examples/ggp/internal/scc"
)

// A Predicate is the name of a relation and the number of its arguments.
type Predicate struct {
	Name  string
	Arity int
}

// Compare orders predicates by their names, and those with the same name by their arities.
func (p Predicate) Compare(q Predicate) int {
	return cmp.Or(cmp.Compare(p.Name, q.Name), cmp.Compare(p.Arity, q.Arity))
}

// String writes the predicate as name/arity.
func (p Predicate) String() string { return fmt.Sprintf("%s/%d", p.Name, p.Arity) }

// Predicate returns the predicate of an atom.
func (t Term) Predicate() Predicate { return Predicate{t.Name, len(t.Args)} }

// Builtin tells whether a literal is distinct, which no rules state.
func (l Literal) Builtin() bool { return l.Atom.Name == Distinct && len(l.Atom.Args) == 2 }

// A Component is relations that depend on one another, or a single one.
type Component struct {
	Predicates []Predicate
	Clauses    []int // those with such a head, by their numbers
	Recursive  bool  // whether a premise of them is such a relation

	// Negated is the first negation of a relation of the component in a clause of it, nil if there is none. A program
	// with such a clause has no strata, and no meaning that all agree on.
	Negated *Term
}

// Components returns the relations that clauses have as heads, the strongly connected components of the graph of their
// dependences, so that each comes after those it depends on.
func Components(clauses []Clause) []Component {
	number := make(map[Predicate]int32)
	var heads []Predicate
	var of [][]int // the clauses of each
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

// outputs are the relations that the play of a game asks for.
var outputs = []Predicate{{Terminal, 0}, {Legal, 2}, {Goal, 2}, {Next, 1}, {Sees, 2}}

// Changing returns the relations that depend on the state or on the moves, and those that the play of a game asks for:
// the dynamic ones of Vittaut 2017, section 2.2.4. All others are the same throughout a match.
func Changing(clauses []Clause) map[Predicate]bool {
	return dependent(clauses, append(slices.Clone(outputs), Predicate{True, 1}, Predicate{Does, 2})...)
}

// dependent returns the relations that depend on some relations, and these.
func dependent(clauses []Clause, on ...Predicate) map[Predicate]bool {
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

// Relevant returns the clauses that the play of a game can depend on, in their order: those of the relations that it
// asks for, of the roles, of the initial state and of some more relations, and of all that they depend on.
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

// reach returns some relations and all that they lead to.
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
