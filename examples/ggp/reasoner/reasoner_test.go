package reasoner_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/reasoner"
	"github.com/ply-search/ply/examples/ggp/rules"
)

func parse(t testing.TB, text string) *gdl.Description {
	t.Helper()
	d, err := gdl.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestInference plays small programs whose consequences are known: the facts of the next state after the only move.
func TestInference(t *testing.T) {
	for _, c := range []struct{ name, rules, want string }{
		{"join", "(p 1 2) (p 2 3) (<= (next ?z) (p ?x ?y) (p ?y ?z) (true a))", "3"},
		{"closure", "(e 1 2) (e 2 3) (e 3 1) (<= (c ?x ?y) (e ?x ?y)) (<= (c ?x ?z) (c ?x ?y) (c ?y ?z)) (<= (next (f ?x)) (c 1 ?x))",
			"(f 1) (f 2) (f 3)"},
		{"chain that changes", "(e 1 2) (e 2 3) (e 3 4) (<= (r 1) (true a)) (<= (r ?y) (r ?x) (e ?x ?y)) (<= (next ?x) (r ?x))", "1 2 3 4"},
		{"strata", "(n 1) (n 2) (<= (odd 1)) (<= (even ?x) (n ?x) (not (odd ?x))) (<= (next ?x) (even ?x) (true a))", "2"},
		{"negation of what changes", "(<= q (true a)) (<= p (not q)) (<= (next x) p) (<= (next y) (not p))", "y"},
		{"distinct", "(n 1) (n 2) (<= (next (p ?x ?y)) (n ?x) (n ?y) (distinct ?x ?y))", "(p 1 2) (p 2 1)"},
		{"equal", "(n 1) (n 2) (<= (next (p ?x ?y)) (n ?x) (n ?y) (not (distinct ?x ?y)))", "(p 1 1) (p 2 2)"},
		{"distinct terms", "(n 1) (n (f 1)) (<= (next ?x) (n ?x) (distinct ?x (f 1)))", "1"},
		{"nested", "(p (f (g 1) 2)) (p (f (h 1) 2)) (p (f (g 3) 4)) (<= (next ?x) (p (f (g ?x) ?y)) (distinct ?y 4))", "1"},
		{"twice in a term", "(p (f 1 2)) (p (f 3 3)) (<= (next ?x) (p (f ?x ?x)))", "3"},
		{"whole fact", "(<= (next (was ?f)) (true ?f))", "(was a)"},
		{"moves", "(<= (next (did ?r ?m)) (does ?r ?m))", "(did r m)"},
		{"or", "(<= (next ?x) (or (n ?x) (m ?x))) (n 1) (m 1) (m 2)", "1 2"},
		{"and in not", "(n 1) (n 2) (m 2) (<= (next ?x) (n ?x) (not (and (n ?x) (m ?x))))", "1"},
		{"zero arguments", "(<= (next (on)) (true a))", "on"},
		{"unknown relation", "(<= (next x) (nothing y)) (<= (next z) (not (nothing y)))", "z"},
		{"ground premise", "(n 1) (<= (next x) (n 1)) (<= (next y) (n 2))", "x"},
		{"existence", "(n 1) (n 2) (n 3) (m 2) (m 3) (<= (next x) (n ?x) (m ?x) (true a))", "x"},
	} {
		m, err := reasoner.New(t.Context(), parse(t, "(role r) (init a) (legal r m)\n"+c.rules), 0)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		moves := m.Legal(nil, m.Initial(), 0)
		if m.Err() != nil || len(moves) != 1 {
			t.Fatalf("%s: %d moves, %v", c.name, len(moves), m.Err())
		}
		for range 2 { // the second time with what the first one has left
			s := m.Next(m.Initial(), moves)
			if err := m.Err(); err != nil {
				t.Fatal(err)
			}
			var facts []string
			for _, f := range s {
				facts = append(facts, m.Text(f))
			}
			slices.Sort(facts)
			if got := strings.Join(facts, " "); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
}

func TestGoals(t *testing.T) {
	text := "(role a) (role b) (role c) (role d) (role e) (init x) (goal a 7) (goal b 1) (goal b 2) (goal d 101) (goal e many)"
	m, err := reasoner.New(t.Context(), parse(t, text), 0)
	if err != nil {
		t.Fatal(err)
	}
	for role, want := range []int{7, 0, 0, 0, 0} {
		if got := m.Goal(m.Initial(), role); m.Err() != nil || got != want {
			t.Errorf("%s has %d, %v, want %d", m.Roles()[role], got, m.Err(), want)
		}
	}
}

func TestErrors(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	const long = "(role r) (n zero) (<= (n (s ?x)) (n ?x)) (<= (legal r m) (n zero))"
	if _, err := reasoner.New(t.Context(), parse(t, long), 1<<20); !errors.Is(err, reasoner.ErrMemory) {
		t.Errorf("without end: %v", err)
	}
	if _, err := reasoner.New(cancelled, parse(t, long), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for text, want := range map[string]string{
		"(p a)":                               "no roles",
		"(role r) (<= (p ?x) (not (q ?x)))":   "1:14: a variable of (p ?x) is in no positive premise",
		"(role r) (<= p (not q)) (<= q p)":    "depends on its own negation",
		"(role r) (q 1) (<= p (not (q ?x)))":  "1:27: a variable of (not (q ?x)) is in no positive premise",
		"(role r) (<= p (distinct ?x a))":     "is in no positive premise",
		"(role r) (<= (p (f ?x)) (true (g)))": "1:14: a variable of (p (f ?x)) is in no positive premise",
	} {
		if _, err := reasoner.New(t.Context(), parse(t, text), 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	m, err := reasoner.New(t.Context(), parse(t, "(role r) (init a)"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Playout(m.Initial(), rand.New(rand.NewPCG(1, 1)), 0); !errors.Is(err, reasoner.ErrStuck) {
		t.Errorf("stuck: %v", err)
	}
	if _, err := m.Parse("(f ?x)"); err == nil {
		t.Error("a move with a variable")
	}
}

func Example() {
	d, err := rules.Description("tictactoe")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := reasoner.New(context.Background(), d, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := r.Initial()
	for _, text := range []string{"(mark 2 2)", "(mark 1 2)", "(mark 1 1)", "(mark 2 1)", "(mark 3 3)"} {
		joint := make([]reasoner.Move, 2)
		for role := range joint {
			moves := r.Legal(nil, s, role)
			joint[role] = moves[0] // noop, if it is not the role's turn
			if move, err := r.Parse(text); err == nil && len(moves) > 1 {
				joint[role] = move
			}
		}
		s = r.Next(s, joint)
	}
	fmt.Println("over:", r.Terminal(s))
	for role, name := range r.Roles() {
		fmt.Println(name, r.Goal(s, role))
	}
	if err := r.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// over: true
	// x 100
	// o 0
}

func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"tictactoe", "connectfour", "othello"} {
		d, err := rules.Description(name)
		if err != nil {
			b.Fatal(err)
		}
		m, err := reasoner.New(b.Context(), d, 0)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				if _, err := m.Playout(m.Initial(), random, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
