package datalog

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/internal/long"
)

// program returns a random program of facts about p0 and rules for p1 to p3, which only negate relations of smaller
// numbers. Arguments are constants, variables and f of such.
func program(random *rand.Rand) []gdl.Clause {
	constant := func() gdl.Term { return gdl.Term{Name: string("abc"[random.IntN(3)])} }
	var all []gdl.Clause
	for range 6 {
		all = append(all, gdl.Clause{Head: gdl.Term{Name: "p0", Args: []gdl.Term{constant(), wrap(random, constant())}}})
	}
	for i := range 5 {
		level := 1 + random.IntN(3)
		var body []gdl.Literal
		var vars []string
		for range 1 + random.IntN(3) {
			args := make([]gdl.Term, 2)
			for k := range args {
				if args[k] = constant(); random.IntN(5) > 0 {
					args[k] = gdl.Term{Name: string("xyz"[random.IntN(3)]), Variable: true}
					vars = append(vars, args[k].Name)
				}
				if k == 1 {
					args[k] = wrap(random, args[k])
				}
			}
			body = append(body, gdl.Literal{Atom: gdl.Term{Name: fmt.Sprint("p", random.IntN(level+1)), Args: args}})
		}
		known := func() gdl.Term {
			if len(vars) == 0 {
				return constant()
			}
			return gdl.Term{Name: vars[random.IntN(len(vars))], Variable: true}
		}
		if random.IntN(2) == 0 {
			not := gdl.Term{Name: fmt.Sprint("p", random.IntN(level)), Args: []gdl.Term{known(), wrap(random, known())}}
			body = slices.Insert(body, random.IntN(len(body)+1), gdl.Literal{Atom: not, Negated: true})
		}
		if random.IntN(3) == 0 {
			differ := gdl.Term{Name: gdl.Distinct, Args: []gdl.Term{known(), known()}}
			body = append(body, gdl.Literal{Atom: differ, Negated: random.IntN(2) == 0})
		}
		// Terms of heads are no deeper than those of bodies, so the program ends.
		head := gdl.Term{Name: fmt.Sprint("p", level), Args: []gdl.Term{known(), known()}}
		all = append(all, gdl.Clause{Head: head, Body: body, Rule: i})
	}
	return all
}

func wrap(random *rand.Rand, t gdl.Term) gdl.Term {
	if random.IntN(3) == 0 {
		return gdl.Term{Name: "f", Args: []gdl.Term{t}}
	}
	return t
}

// unify binds the variables of a term so that it is a ground one.
func unify(t, ground gdl.Term, bound map[string]gdl.Term) bool {
	if t.Variable {
		if was, ok := bound[t.Name]; ok {
			return was.Equal(ground)
		}
		bound[t.Name] = ground
		return true
	}
	if t.Name != ground.Name || len(t.Args) != len(ground.Args) {
		return false
	}
	for i := range t.Args {
		if !unify(t.Args[i], ground.Args[i], bound) {
			return false
		}
	}
	return true
}

func substitute(t gdl.Term, bound map[string]gdl.Term) gdl.Term {
	if t.Variable {
		return bound[t.Name]
	}
	u := gdl.Term{Name: t.Name}
	for _, a := range t.Args {
		u.Args = append(u.Args, substitute(a, bound))
	}
	return u
}

// instances calls f with the bindings for which the positive premises are facts, and the tests hold.
func instances(body []gdl.Literal, facts map[string]gdl.Term, bound map[string]gdl.Term, f func(map[string]gdl.Term)) {
	if len(body) == 0 {
		f(bound)
		return
	}
	l := body[0]
	if l.Negated || l.Atom.Name == gdl.Distinct {
		instances(body[1:], facts, bound, func(bound map[string]gdl.Term) {
			a := substitute(l.Atom, bound)
			_, holds := facts[a.String()]
			if a.Name == gdl.Distinct {
				holds = !a.Args[0].Equal(a.Args[1])
			}
			if holds != l.Negated {
				f(bound)
			}
		})
		return
	}
	for _, fact := range facts {
		if next := maps.Clone(bound); unify(l.Atom, fact, next) {
			instances(body[1:], facts, next, f)
		}
	}
}

// naive derives all facts by trying all rules of a component until nothing changes.
func naive(clauses []gdl.Clause) map[string]gdl.Term {
	facts := make(map[string]gdl.Term)
	for _, c := range gdl.Components(clauses) {
		for before := -1; before < len(facts); {
			before = len(facts)
			for _, i := range c.Clauses {
				var heads []gdl.Term
				instances(clauses[i].Body, facts, map[string]gdl.Term{}, func(bound map[string]gdl.Term) {
					heads = append(heads, substitute(clauses[i].Head, bound))
				})
				for _, h := range heads {
					facts[h.String()] = h
				}
			}
		}
	}
	return facts
}

// TestEngine compares random programs with naive evaluation, and the instances that are reported with all that there
// are.
func TestEngine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range long.Or(20000, 300) {
		clauses := program(random)
		facts := naive(clauses)
		e := NewEngine()
		reported := make(map[string]int)
		for _, c := range gdl.Components(clauses) {
			own := make(map[Functor]bool)
			for _, p := range c.Predicates {
				own[e.Functor(p)] = true
			}
			var rules []*Rule
			for _, i := range c.Clauses {
				rules = append(rules, e.NewRule(clauses[i]))
			}
			s, err := e.NewStratum(rules, func(f Functor) bool { return own[f] })
			if err != nil {
				t.Fatal(err)
			}
			s.Report = func(r *Rule, head ID, unique bool) { reported[e.String(head)]++ }
			if err := e.Run(s); err != nil {
				t.Fatal(err)
			}
		}
		if e.Count() != len(facts) {
			t.Fatalf("%v: %d facts, want %d", clauses, e.Count(), len(facts))
		}
		for text, fact := range facts {
			if !e.Holds(e.Of(fact)) || reported[text] == 0 {
				t.Fatalf("%v: %s is missing", clauses, text)
			}
		}
	}
}

// TestReports counts the instances of rules whose premises are all kept: each is reported once, whichever of its facts
// comes last.
func TestReports(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range long.Or(5000, 200) {
		clauses := slices.DeleteFunc(program(random), func(c gdl.Clause) bool {
			return slices.ContainsFunc(c.Body, func(l gdl.Literal) bool { return l.Negated || l.Atom.Name == gdl.Distinct })
		})
		facts := naive(clauses)
		want := make(map[string]int)
		for i, c := range clauses {
			instances(c.Body, facts, map[string]gdl.Term{}, func(bound map[string]gdl.Term) {
				text := fmt.Sprint(i, " ", substitute(c.Head, bound))
				for _, l := range c.Body {
					text += " " + substitute(l.Atom, bound).String()
				}
				want[text] = 1
			})
		}
		e := NewEngine()
		var rules []*Rule
		numbers := make(map[*Rule]int)
		for i, c := range clauses {
			r := e.NewRule(c)
			rules = append(rules, r)
			numbers[r] = i
		}
		all := func(Functor) bool { return true }
		s, err := e.NewStratum(rules, all)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]int)
		s.Keep = all
		s.Report = func(r *Rule, head ID, _ bool) {
			text := fmt.Sprint(numbers[r], " ", e.String(head))
			e.Kept(s, r, func(atom ID, _ bool) { text += " " + e.String(atom) })
			got[text]++
		}
		if err := e.Run(s); err != nil {
			t.Fatal(err)
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%v: %v, want %v", clauses, got, want)
		}
	}
}

// TestReset runs a stratum again and again on other facts.
func TestReset(t *testing.T) {
	e := NewEngine()
	d, err := gdl.Parse(strings.NewReader("(e a b) (e b c) (e c d) (<= (r ?y) (s ?x) (e ?x ?y)) (<= (r ?y) (r ?x) (e ?x ?y))"))
	if err != nil {
		t.Fatal(err)
	}
	clauses, err := d.Clauses()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range clauses[:3] {
		e.Add(e.Of(c.Head))
	}
	e.Mark()
	r := e.Functor(gdl.Predicate{Name: "r", Arity: 1})
	s, err := e.NewStratum([]*Rule{e.NewRule(clauses[3]), e.NewRule(clauses[4])}, func(f Functor) bool { return f == r })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		from := string("abcd"[i%4])
		e.Reset()
		e.Add(e.Of(gdl.Term{Name: "s", Args: []gdl.Term{{Name: from}}}))
		if err := e.Run(s); err != nil {
			t.Fatal(err)
		}
		if got := len(e.Facts(r)); got != 3-i%4 {
			t.Fatalf("%d facts from %s, want %d", got, from, 3-i%4)
		}
	}
}

func TestPoll(t *testing.T) {
	e := NewEngine()
	stop := errors.New("stop")
	e.Poll = func() error { return stop }
	d, err := gdl.Parse(strings.NewReader("(n zero) (<= (n (s ?x)) (n ?x))"))
	if err != nil {
		t.Fatal(err)
	}
	clauses, err := d.Clauses()
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.NewStratum([]*Rule{e.NewRule(clauses[0]), e.NewRule(clauses[1])}, func(Functor) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Run(s); !errors.Is(err, stop) {
		t.Errorf("%v, want %v", err, stop)
	}
}
