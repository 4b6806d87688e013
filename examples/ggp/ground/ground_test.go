package ground

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/reasoner"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/long"
)

func parse(t testing.TB, text string) *gdl.Description {
	t.Helper()
	d, err := gdl.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func named(t testing.TB, name string) *gdl.Description {
	t.Helper()
	d, err := rules.Description(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func reason(t testing.TB, d *gdl.Description) *reasoner.Reasoner {
	t.Helper()
	r, err := reasoner.New(t.Context(), d, 0)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// view is what the rules say of a state, as text.
type view struct {
	facts    []string
	terminal bool
	legal    [][]string
	goals    []int
}

func see(t testing.TB, r *reasoner.Reasoner, s reasoner.State) (v view) {
	t.Helper()
	text := func(ids []reasoner.Fact) (all []string) {
		for _, x := range ids {
			all = append(all, r.Text(x))
		}
		slices.Sort(all)
		return all
	}
	v.facts = text(s)
	v.terminal = r.Terminal(s)
	for role := range r.Roles() {
		v.legal = append(v.legal, text(r.Legal(nil, s, role)))
		v.goals = append(v.goals, r.Goal(s, role))
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return v
}

// follow plays a random match with two reasoners and compares what they say.
func follow(t testing.TB, a, b *reasoner.Reasoner, random *rand.Rand, plies int) {
	t.Helper()
	s, u := a.Initial(), b.Initial()
	for range plies {
		v, w := see(t, a, s), see(t, b, u)
		if !reflect.DeepEqual(v, w) {
			t.Fatalf("the description says %v, its program %v", v, w)
		}
		if v.terminal || slices.ContainsFunc(v.legal, func(moves []string) bool { return len(moves) == 0 }) {
			return
		}
		var joint, same []reasoner.Move
		for role := range a.Roles() {
			move := v.legal[role][random.IntN(len(v.legal[role]))]
			x, err := a.Parse(move)
			if err != nil {
				t.Fatal(err)
			}
			y, err := b.Parse(move)
			if err != nil {
				t.Fatal(err)
			}
			joint, same = append(joint, x), append(same, y)
		}
		for role := range a.Roles() {
			x, y := a.Sees(nil, s, joint, role), b.Sees(nil, u, same, role)
			if len(x) != len(y) || len(x) > 0 && a.Text(x[0]) != b.Text(y[0]) {
				t.Fatalf("role %d sees %d things, in the program %d", role, len(x), len(y))
			}
		}
		s, u = a.Next(s, joint), b.Next(u, same)
	}
}

// TestProgramsMeanTheSame plays random matches by descriptions and by the programs that are made of them, written as
// descriptions again.
func TestProgramsMeanTheSame(t *testing.T) {
	ways := []struct {
		name     string
		opt      Options
		patience int
	}{{"reached", Options{}, patience}, {"declared", Options{Domain: Declared}, patience}, {"demands", Options{}, 100}}
	for _, name := range rules.Names() {
		d := named(t, name)
		for _, way := range ways {
			t.Run(name+"/"+way.name, func(t *testing.T) {
				p, err := ground(t.Context(), d, way.opt, way.patience)
				if err != nil {
					t.Fatal(err)
				}
				check(t, p)
				if name == "othello" && !long.Enabled {
					return // its program takes the reasoner too long
				}
				var text strings.Builder
				if err := p.Write(&text); err != nil {
					t.Fatal(err)
				}
				a, b := reason(t, d), reason(t, parse(t, text.String()))
				random := rand.New(rand.NewPCG(1, 2))
				for range long.Or(2, 1) {
					follow(t, a, b, random, long.Or(100, 12))
				}
			})
		}
	}
}

// check checks the form of a program.
func check(t testing.TB, p *Program) {
	t.Helper()
	for i, r := range p.Rules {
		if k := p.Atoms[r.Head].Kind; k == True || k == Does {
			t.Fatalf("rule %d has the head %s", i, p.String(int(r.Head)))
		}
		for _, l := range r.Body {
			if k := p.Atoms[l.Atom()].Kind; k == Next || k == Sees {
				t.Fatalf("rule %d has the premise %s", i, p.String(l.Atom()))
			}
		}
	}
	if !slices.IsSorted(p.Initial) {
		t.Fatal("the initial facts are not in order")
	}
	seen := make(map[Atom]bool)
	for _, a := range p.Atoms {
		if seen[a] {
			t.Fatalf("%v twice", a)
		}
		seen[a] = true
	}
}

func TestReproducible(t *testing.T) {
	for _, name := range []string{"checkers", "twoboards"} {
		d := named(t, name)
		for _, patience := range []int{patience, 100} {
			a, err := ground(t.Context(), d, Options{}, patience)
			if err != nil {
				t.Fatal(err)
			}
			b, err := ground(t.Context(), d, Options{}, patience)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s: two programs differ", name)
			}
		}
	}
}

// TestSplit tells that parts of rules are split off: of 4 cells and 16 moves, no rule needs all combinations.
func TestSplit(t *testing.T) {
	text := "(role r) (init (on 1)) (init (on 2)) (init (on 3)) (init (on 4)) (n 1) (n 2) (n 3) (n 4)\n" +
		"(<= (legal r (m ?x ?y)) (n ?x) (n ?y))\n" +
		"(<= (next (on ?z)) (true (on ?z)) (does r (m ?x ?y)) (distinct ?z ?x))"
	p, err := Ground(t.Context(), parse(t, text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	// 16 rules for legal, 16 for the part and 12 for next, where there would be 48.
	if len(p.Rules) != 44 {
		t.Errorf("%d rules, want 44", len(p.Rules))
	}
}

func TestLimits(t *testing.T) {
	endless := "(role r) (legal r m) (init (n zero)) (<= (next (n (s ?x))) (true (n ?x)))"
	wide := "(role r) (legal r m) (init (n zero)) (<= terminal (big ?a ?b ?c ?d ?e))\n" +
		"(<= (big ?a ?b ?c ?d ?e) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (true (n ?a)))\n"
	for i := range 40 {
		wide += "(n " + string(rune('a'+i%26)) + string(rune('a'+i/26)) + ")"
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name, text string
		ctx        context.Context
		opt        Options
		want       error
	}{
		{"memory", endless, t.Context(), Options{MaxMemory: 10_000_000}, ErrMemory},
		{"time", endless, t.Context(), Options{MaxTime: time.Millisecond}, ErrTime},
		{"context", endless, cancelled, Options{}, context.Canceled},
	} {
		if _, err := Ground(c.ctx, parse(t, c.text), c.opt); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	// What is only looked for, not what is all, is derived where a match is enough.
	if _, err := Ground(t.Context(), parse(t, wide), Options{MaxMemory: 50_000_000}); err != nil && !errors.Is(err, ErrMemory) {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(legal r m)", "no role"},
		{"(role r) (<= (legal r ?m) (not (p ?m)))", "1:14: a variable of (legal r ?m) is in no positive premise"},
		{"(role r) (<= (p ?x) (q ?x) (not (p ?x))) (q 1) (<= (legal r m) (p 1))", "depends on its own negation"},
	} {
		_, err := Ground(t.Context(), parse(t, c.text), Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzGround grounds what can be grounded, and compares the first moves of a match with those of the description.
func FuzzGround(f *testing.F) {
	for _, name := range []string{"buttons", "montyhall", "nim", "tictactoe"} {
		text, _ := rules.Text(name)
		f.Add(text)
	}
	f.Add("(role r) (init (n z)) (<= (legal r (m ?x)) (true (n ?x))) (<= (next (n (s ?x))) (does r (m ?x)) (not (q ?x))) (<= (q ?x) (true ?x))")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := gdl.Parse(strings.NewReader(text))
		if err != nil || len(d.Rules) > 200 {
			return
		}
		fixed, _ := d.Repair()
		if gdl.Err(fixed.Check()) != nil {
			return
		}
		limits := Options{MaxMemory: 3_000_000, MaxTime: 100 * time.Millisecond}
		for _, patience := range []int{patience, 50} {
			p, err := ground(t.Context(), fixed, limits, patience)
			if err != nil {
				continue
			}
			check(t, p)
			var written strings.Builder
			if err := p.Write(&written); err != nil {
				t.Fatal(err)
			}
			a, err := reasoner.New(t.Context(), fixed, 3_000_000)
			if err != nil {
				return
			}
			b, err := reasoner.New(t.Context(), parse(t, written.String()), 0)
			if err != nil {
				t.Skip(err) // strata of atoms need not be strata of relations
			}
			follow(t, a, b, rand.New(rand.NewPCG(1, 1)), 3)
		}
	})
}

func BenchmarkGround(b *testing.B) {
	for _, name := range []string{"checkers", "othello"} {
		d := named(b, name)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Ground(b.Context(), d, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
