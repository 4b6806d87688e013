package ground

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/ggp/gdl"
)

// A splitter breaks changing rules into smaller ones with fewer instances: if a variable occurs only in some premises and
// not in the head, these become a relation of the other variables that they share with the rest. A rule such as
//
//	(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (does ?r (move ?u ?v ?x2 ?y2)) (distinct ?x ?u))
//
// has an instance for each cell and move, although only the first coordinate of the move matters. The method is bucket
// elimination (Dechter 1999), for logic programs the decomposition of rules (Bichler, Morak and Woltran 2016).
type splitter struct {
	changing map[gdl.Predicate]bool
	names    map[string]bool   // all relation names
	parts    map[string]string // relations by their premises with canonical variables
	clauses  []gdl.Clause
	next     int // the number of the next rule, see gdl.Clause.Rule
}

// maxSplit is the maximum number of premises of a clause to split, since splitting takes cubic time.
const maxSplit = 64

// split returns an equivalent program, with relations that are not in the description.
func split(clauses []gdl.Clause) []gdl.Clause {
	s := splitter{changing: gdl.Changing(clauses), names: names(clauses), parts: make(map[string]string)}
	for _, c := range clauses {
		s.next = max(s.next, c.Rule+1)
	}
	for _, c := range clauses {
		if s.changing[c.Head.Predicate()] && len(c.Body) <= maxSplit {
			c.Body = s.reduce(c)
		}
		s.clauses = append(s.clauses, c)
	}
	return s.clauses
}

func names(clauses []gdl.Clause) map[string]bool {
	all := make(map[string]bool)
	for _, c := range clauses {
		all[c.Head.Name] = true
		for _, l := range c.Body {
			all[l.Atom.Name] = true
		}
	}
	return all
}

// A part is the premises with a variable to eliminate.
type part struct {
	in     []bool   // by index in the body
	shared []string // variables that are also outside
	all    int      // the number of variables
}

// reduce splits off parts until there are none.
func (s *splitter) reduce(c gdl.Clause) []gdl.Literal {
	body := slices.Clone(c.Body)
	for {
		p, ok := s.choose(c.Head, body)
		if !ok {
			return body
		}
		var inner, outer []gdl.Literal
		for i, l := range body {
			if p.in[i] {
				inner = append(inner, l)
			} else {
				outer = append(outer, l)
			}
		}
		body = append(outer, gdl.Literal{Atom: s.relation(inner, p.shared)})
	}
}

// choose finds the part with the fewest variables among those that bind all of them and have fewer than the whole.
func (s *splitter) choose(head gdl.Term, body []gdl.Literal) (best part, ok bool) {
	whole := variables(head)
	for _, l := range body {
		whole = union(whole, variables(l.Atom))
	}
	outside := variables(head)
	for _, v := range whole {
		if slices.Contains(outside, v) {
			continue
		}
		p := part{in: make([]bool, len(body))}
		all := []string{v}
		for i, l := range body {
			if vars := variables(l.Atom); slices.Contains(vars, v) {
				p.in[i] = true
				all = union(all, vars)
			}
		}
		// Premises without other variables join the part, so more variables occur only there.
		rest, count, changes := outside, 0, false
		var bound []string
		for i, l := range body {
			vars := variables(l.Atom)
			if p.in[i] = p.in[i] || within(vars, all) && len(vars) > 0; !p.in[i] {
				rest = union(rest, vars)
				continue
			}
			count++
			if l.Negated || l.Builtin() {
				continue
			}
			bound = union(bound, vars)
			changes = changes || s.changing[l.Atom.Predicate()]
		}
		for _, v := range all {
			if slices.Contains(rest, v) {
				p.shared = append(p.shared, v)
			}
		}
		p.all = len(all)
		if !changes || count == len(body) || len(all) == len(whole) || len(bound) < len(all) {
			continue
		}
		if !ok || p.all < best.all || p.all == best.all && len(p.shared) < len(best.shared) {
			best, ok = p, true
		}
	}
	return best, ok
}

func variables(t gdl.Term) []string {
	var all []string
	for v := range t.Variables {
		if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

func union(a, b []string) []string {
	a = a[:len(a):len(a)]
	for _, v := range b {
		if !slices.Contains(a, v) {
			a = append(a, v)
		}
	}
	return a
}

// relation returns the atom for premises, of the variables that they share with the rest of a rule. Equal premises share a
// relation.
func (s *splitter) relation(premises []gdl.Literal, shared []string) gdl.Term {
	names := make(map[string]string) // canonical ones
	var canonical func(gdl.Term) gdl.Term
	canonical = func(t gdl.Term) gdl.Term {
		if !t.Variable {
			return t.MapArgs(canonical)
		}
		if _, ok := names[t.Name]; !ok {
			names[t.Name] = fmt.Sprint("v", len(names))
		}
		return gdl.Term{Name: names[t.Name], Variable: true}
	}
	var text strings.Builder
	for _, l := range premises {
		fmt.Fprintf(&text, "%v ", gdl.Literal{Atom: canonical(l.Atom), Negated: l.Negated})
	}
	// In the order of the canonical names, so equal premises make equal relations.
	slices.SortFunc(shared, func(a, b string) int { return strings.Compare(names[a], names[b]) })
	atom := gdl.Term{At: premises[0].Atom.At}
	for _, v := range shared {
		atom.Args = append(atom.Args, gdl.Term{Name: v, Variable: true})
		text.WriteString(names[v] + " ")
	}
	name, ok := s.parts[text.String()]
	if !ok {
		for i := len(s.parts) + 1; name == "" || s.names[name]; i++ {
			name = fmt.Sprint("part", i)
		}
		s.parts[text.String()] = name
		s.names[name] = true
		s.clauses = append(s.clauses, gdl.Clause{Head: gdl.Term{Name: name, Args: atom.Args, At: atom.At}, Body: premises, Rule: s.next})
		s.next++
		s.changing[gdl.Predicate{Name: name, Arity: len(atom.Args)}] = true
	}
	atom.Name = name
	return atom
}
