package gdl

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func parse(t testing.TB, text string) *Description {
	t.Helper()
	d, err := Parse(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d
}

func TestParse(t *testing.T) {
	d := parse(t, "; a comment\n(role White)(<= (legal ?P (move ?X 1)) ; another\n (true (Control ?p)) (or (p ?x) (not q)))\n(noop)")
	var text bytes.Buffer
	if err := d.Write(&text); err != nil {
		t.Fatal(err)
	}
	const want = "(role white)\n(<= (legal ?p (move ?x 1))\n  (true (control ?p))\n  (or (p ?x) (not q)))\nnoop\n"
	if text.String() != want {
		t.Errorf("%s, want %s", text.String(), want)
	}
	if at := d.Rules[1].Body[1].Args[1].At; at != (Position{3, 33}) {
		t.Errorf("not q is at %v", at)
	}
	if got := d.Spell(Term{Name: "f", Args: []Term{{Name: "white"}, {Name: "control", Args: []Term{{Name: "x"}}}}}); got != "(f White (Control x))" {
		t.Errorf("spelt %s", got)
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(role a", "1:1: a parenthesis that is never closed"},
		{"(role a))", "1:9: a closing parenthesis too many"},
		{"(p)\n ()", "2:2: an empty list"},
		{"(<=)", "1:1: a rule without a head"},
		{"((p))", "1:1: a list that does not begin with a symbol"},
		{"(?p a)", "1:1: a list that begins with a variable"},
		{"(p ?)", "1:4: a variable without a name"},
		{"(<= p ?x)", "1:7: the variable ?x where a relation is wanted"},
		{"?x", "1:1: the variable ?x where a relation is wanted"},
		{"(p \x00)", "1:4: the character U+0000, which is not text"},
		{"(p \xff)", "1:4: the character U+FFFD '\uFFFD', which is not text"},
		{strings.Repeat("(p ", MaxNesting+1), "1:3001: more than 1000 open parentheses"},
	} {
		_, err := Parse(strings.NewReader(c.text))
		if syntax := new(*SyntaxError); !errors.As(err, syntax) || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"p(a)", `1:5: the end of the text where "." is wanted`},
		{"p(a) :- .", `1:9: "." where a relation is wanted`},
		{"P(a).", `1:1: "P" where a relation is wanted`},
		{"p(a :- b).", `1:5: ":-" where ")" is wanted`},
		{"p(#).", "1:3: the character '#', which must be in quotes"},
		{"p('a", "1:3: a quote that is never closed"},
		{"p('').", `1:3: "" is no symbol of KIF`},
		{"p(': ').", `1:3: the character ' ', which no symbol of KIF has`},
		{"p :- q : r.", "1:8: ':' that begins nothing"},
		{"p :- " + strings.Repeat("~", MaxNesting+1) + "q.", "1:1006: more than 1000 open parentheses"},
	} {
		_, err := ParseProlog(strings.NewReader(c.text))
		if syntax := new(*SyntaxError); !errors.As(err, syntax) || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestNotations holds one notation to the other.
func TestNotations(t *testing.T) {
	for _, c := range []struct{ kif, prolog string }{
		{"(role white)", "role(white)."},
		{"(<= (blocks ?x ?y ?tx ?kx) (rook ?tx ?y ?x ?y) (rook ?x ?y ?kx ?y))",
			"blocks(X, Y, Tx, Kx) :- rook(Tx, Y, X, Y), rook(X, Y, Kx, Y)."},
		{"(<= terminal (not (true (cell ?x b))))", "terminal :- ~true(cell(X, b))."},
		{"(<= p (or (q ?x) (and (r ?x) (not s))) (t ?x))", "p :- (q(X); (r(X), ~s)), t(X)."},
		{"(++ 1 n+1)", "'++'(1, 'n+1')."},
		{"(<= (p ?n+1 ?n-1 ?1) (q ?n+1 ?n-1 ?1))", "p(N_1, N_1_2, V1) :- q(N_1, N_1_2, V1)."},
		{"(p it's)", "p('it''s')."},
	} {
		d := parse(t, c.kif)
		var text strings.Builder
		if err := d.WriteProlog(&text); err != nil {
			t.Fatal(err)
		}
		if text.String() != c.prolog+"\n" {
			t.Errorf("%s: %s, want %s", c.kif, text.String(), c.prolog)
		}
		back, err := ParseProlog(strings.NewReader(c.prolog))
		if err != nil {
			t.Errorf("%s: %v", c.prolog, err)
		} else if got, want := canonical(back), canonical(d); got != want {
			t.Errorf("%s: %s, want %s", c.prolog, got, want)
		}
	}
	d, err := ParseProlog(strings.NewReader("p(_, _) :- q(_) & \\+ r | not(s, t). % end"))
	if err != nil || d.Rules[0].String() != "(<= (p ?_1 ?_2) (or (and (q ?_3) (not r)) (not (and s t))))" {
		t.Errorf("%v, %v", d.Rules, err)
	}
}

// canonical writes a description with variables that are numbered in each rule.
func canonical(d *Description) string {
	var text strings.Builder
	for _, r := range d.Rules {
		names := make(map[string]string)
		var number func(t Term) Term
		number = func(t Term) Term {
			if !t.Variable {
				return t.MapArgs(number)
			}
			if names[t.Name] == "" {
				names[t.Name] = fmt.Sprint("v", len(names))
			}
			return Term{Name: names[t.Name], Variable: true}
		}
		s := Rule{Head: number(r.Head)}
		for _, b := range r.Body {
			s.Body = append(s.Body, number(b))
		}
		fmt.Fprintln(&text, s)
	}
	return text.String()
}

func TestClauses(t *testing.T) {
	for _, c := range []struct {
		rule string
		want []string
	}{
		{"(<= p (or a b) (or c (not d)))", []string{"[a c]", "[a (not d)]", "[b c]", "[b (not d)]"}},
		{"(<= p (not (or a b)) c)", []string{"[(not a) (not b) c]"}},
		{"(<= p (not (and a b)))", []string{"[(not a)]", "[(not b)]"}},
		{"(<= p (not (not a)))", []string{"[a]"}},
		{"(<= p (or))", nil},
		{"p", []string{"[]"}},
	} {
		clauses, err := parse(t, c.rule).Clauses()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range clauses {
			got = append(got, fmt.Sprint(x.Body))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
	if _, err := parse(t, "(<= p "+strings.Repeat("(or a b c d) ", 8)+")").Clauses(); err == nil {
		t.Error("65536 clauses of one rule")
	}
}

// game is a description without problems, to which tests add some.
const game = "(role r) (init a) (next a) (legal r m) (goal r 100) terminal\n"

func TestCheck(t *testing.T) {
	if got := parse(t, game).Check(); len(got) != 0 {
		t.Errorf("%v", got)
	}
	for _, c := range []struct{ text, want string }{
		{"(true a)", "2:1: error: true is reserved for premises"},
		{"(does r a)", "2:1: error: does is reserved for premises"},
		{"(<= p (true a b))", "2:7: error: true takes 1 arguments and has 2"},
		{"(<= p (not a b))", "2:7: error: not takes one argument and has 2"},
		{"(<= p (next a))", "2:7: warning: next is reserved for heads"},
		{"(<= p terminal)", "2:7: warning: terminal as a premise, which some players do not expect"},
		{"(<= p (and (true a) (true a)))", "2:7: warning: GDL has no and"},
		{"(<= p (q a))", "2:7: warning: nothing states q/1, which is always false"},
		{"(p a) (p a b)", "2:7: warning: the relation p has 2 arguments here and 1 at 2:1"},
		{"(p (f a)) (p (f a b))", "2:14: warning: the function f has 2 arguments here and 1 at 2:4"},
		{"(p (q a)) (q a)", "2:4: warning: q is a function here and a relation at 2:11"},
		{"(goal r 101)", "2:9: warning: the goal 101 is not a number from 0 to 100"},
		{"(legal nobody m)", "2:8: warning: nobody is no role"},
		{"(<= (role s) (true a))", "2:5: error: role depends on the state"},
		{"(<= (legal r ?m) (true a))", "2:5: error: the variable ?m of the head is in no positive premise"},
		{"(<= p (true ?x) (not (true ?y)))", "2:22: error: the variable ?y of a negation is in no positive premise"},
		{"(<= p (distinct ?x a))", "2:7: error: the variable ?x of distinct is in no positive premise"},
		{"(<= p (not q)) (<= q (true a) p)", "2:12: error: q/0 depends on its own negation"},
		{"(<= p (not q)) (<= q (true a) (not p))", "error: "},
		{"(p a) (<= (p (f ?x)) (p ?x))", "2:25: warning: the argument ?x of p may grow without bound"},
		{"(<= (legal r n) (does r m))", "2:5: error: legal depends on does"},
		{"(<= (base ?x) (true ?x))", "2:5: warning: base depends on the state"},
	} {
		got := fmt.Sprint(parse(t, game+c.text).Check())
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %v, want %s", c.text, got, c.want)
		}
	}
	got := parse(t, "p").Check()
	if want := "-: error: nothing states role"; len(got) != 6 || got[0].String() != want {
		t.Errorf("%v, want 6 with %s", got, want)
	}
	// The bounded recursion of the specification: an argument of the head, or in a premise outside of the recursion.
	if got := parse(t, game+"(s a b) (<= (p ?x ?y) (s ?x ?y)) (<= (p ?x ?z) (s ?x ?y) (p ?y ?z))").Check(); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestRepair(t *testing.T) {
	d := parse(t, game)
	if same, problems := d.Repair(); same != d || problems != nil {
		t.Errorf("changed: %v", problems)
	}
	for _, c := range []struct{ text, want string }{
		{"(<= p terminal)", "terminal_1 (<= p terminal_1) (<= terminal terminal_1)"},
		{"(<= p (legal r m))", "(goal r 100) terminal (<= p (legal_1 r m)) (<= (legal ?x0 ?x1) (legal_1 ?x0 ?x1))"},
		{"(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))", "(<= (goal_2 ?r) (role ?r) (not (goal_1 ?r)))" +
			" (<= (goal ?x0 100) (goal_1 ?x0)) (<= (goal ?x0 0) (goal_2 ?x0))"},
		{"(<= p (and (true a) (and (true b) (true c))))", "(<= p (true a) (true b) (true c))"},
		{"(input m)", "(input_1 m)"},
		{"(<= (base ?x) (true ?x))", "(<= (base_1 ?x) (true ?x))"},
	} {
		fixed, problems := parse(t, game+c.text).Repair()
		var all []string
		for _, r := range fixed.Rules {
			all = append(all, r.String())
		}
		if got := strings.Join(all, " "); !strings.Contains(got, c.want) || len(problems) == 0 {
			t.Errorf("%s: %s (%v), want %s", c.text, got, problems, c.want)
		}
		if err := Err(fixed.Check()); err != nil {
			t.Errorf("%s: still wrong: %v", c.text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(game)
	f.Add("(<= (p ?x) (or (q ?x) (not (r ?x))) (distinct ?x 'a)) ; end")
	f.Add("p(X) :- q(X), ~(r(X); s), 'it''s'(_). % end")
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := Parse(strings.NewReader(text)); err == nil {
			var written strings.Builder
			if err := d.Write(&written); err != nil {
				t.Fatal(err)
			}
			back := parse(t, written.String())
			if !slices.EqualFunc(back.Rules, d.Rules, Rule.Equal) {
				t.Fatalf("%q comes back as %q", text, written.String())
			}
			fixed, _ := d.Repair()
			fixed.Check()
		}
		if d, err := ParseProlog(strings.NewReader(text)); err == nil {
			var written strings.Builder
			if err := d.WriteProlog(&written); err != nil {
				t.Fatal(err)
			}
			back, err := ParseProlog(strings.NewReader(written.String()))
			if err != nil {
				t.Fatalf("%q is written as %q: %v", text, written.String(), err)
			}
			if got, want := canonical(back), canonical(d); got != want {
				t.Fatalf("%q comes back as %q", want, got)
			}
		}
	})
}
