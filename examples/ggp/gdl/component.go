package gdl

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ply-search/ply/internal/scc"
)

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
	return dependent(clauses, append(slices.Clone(outputs), Predicate{True, 1}, Predicate{Does, 2})...)
}

// dependent returns the given relations and those that depend on them.
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
