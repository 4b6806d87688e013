package gdl

import (
	"cmp"
	"fmt"
	"slices"
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

// builtin tells whether a literal is distinct, which no rules state.
func (l Literal) builtin() bool { return l.Atom.Name == Distinct && len(l.Atom.Args) == 2 }

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
// dependences, so that each comes after those it depends on. The algorithm is that of Tarjan, Depth-first search and
// linear graph algorithms, SIAM Journal on Computing 1, 1972.
func Components(clauses []Clause) []Component {
	heads := make(map[Predicate][]int)
	var order []Predicate
	for i, c := range clauses {
		p := c.Head.Predicate()
		if heads[p] == nil {
			order = append(order, p)
		}
		heads[p] = append(heads[p], i)
	}
	var all []Component
	var stack []Predicate
	found, low := make(map[Predicate]int), make(map[Predicate]int)
	member := make(map[Predicate]int) // the component of a predicate, plus 1
	var visit func(p Predicate)
	visit = func(p Predicate) {
		found[p] = len(found) + 1
		low[p] = found[p]
		stack = append(stack, p)
		for _, i := range heads[p] {
			for _, l := range clauses[i].Body {
				q := l.Atom.Predicate()
				if l.builtin() || heads[q] == nil || member[q] != 0 {
					continue
				}
				if found[q] == 0 {
					visit(q)
					low[p] = min(low[p], low[q])
				} else {
					low[p] = min(low[p], found[q])
				}
			}
		}
		if low[p] < found[p] {
			return
		}
		var c Component
		for q := (Predicate{}); q != p; {
			q = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			member[q] = len(all) + 1
			c.Predicates = append(c.Predicates, q)
			c.Clauses = append(c.Clauses, heads[q]...)
		}
		for _, i := range c.Clauses {
			for k := range clauses[i].Body {
				if l := &clauses[i].Body[k]; !l.builtin() && member[l.Atom.Predicate()] == len(all)+1 {
					c.Recursive = true
					if l.Negated && c.Negated == nil {
						c.Negated = &l.Atom
					}
				}
			}
		}
		all = append(all, c)
	}
	for _, p := range order {
		if found[p] == 0 {
			visit(p)
		}
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
			if !l.builtin() {
				users[l.Atom.Predicate()] = append(users[l.Atom.Predicate()], c.Head.Predicate())
			}
		}
	}
	found := make(map[Predicate]bool)
	for queue := on; len(queue) > 0; {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !found[p] {
			found[p] = true
			queue = append(queue, users[p]...)
		}
	}
	return found
}

// Relevant returns the clauses that the play of a game can depend on, in their order: those of the relations that it
// asks for, of the roles, of the initial state and of some more relations, and of all that they depend on.
func Relevant(clauses []Clause, more ...Predicate) []Clause {
	heads := make(map[Predicate][]int)
	for i, c := range clauses {
		heads[c.Head.Predicate()] = append(heads[c.Head.Predicate()], i)
	}
	queue := append(slices.Concat(outputs, more), Predicate{Role, 1}, Predicate{Init, 1})
	wanted := make(map[Predicate]bool)
	for len(queue) > 0 {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if wanted[p] {
			continue
		}
		wanted[p] = true
		for _, i := range heads[p] {
			for _, l := range clauses[i].Body {
				queue = append(queue, l.Atom.Predicate())
			}
		}
	}
	var relevant []Clause
	for _, c := range clauses {
		if wanted[c.Head.Predicate()] {
			relevant = append(relevant, c)
		}
	}
	return relevant
}
