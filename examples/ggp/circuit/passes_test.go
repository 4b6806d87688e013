package circuit

import "testing"

// TestPasses shows what each simplification does: the wires between gates that it leaves of those that are there
// without it. The rules are about the facts a to d, which moves set. Gates of one input are bypassed and useless ones
// removed in any case.
func TestPasses(t *testing.T) {
	for _, c := range []struct {
		name       string
		pass       Pass
		rules      []string
		with, less int // the wires with the pass, and without
	}{
		{"true in and", Constants, []string{"yes :-", "terminal :- true a, true b, yes"}, 2, 3},
		{"false in or", Constants, []string{"terminal :- true a, true b", "terminal :- no"}, 2, 4},
		{"negated constant", Constants, []string{"terminal :- true a, true b, not no"}, 2, 4},
		{"false in and", Constants | Absorbing,
			[]string{"p :- true a, true b, no", "terminal :- p", "terminal :- true c, true d"}, 2, 7},
		{"true in or", Constants | Absorbing,
			[]string{"p :- true a, true b", "p :-", "terminal :- p, true c, true d"}, 2, 7},
		{"a and not a", Complements | Constants,
			[]string{"terminal :- true a, true b, not true a", "terminal :- true c, true d"}, 2, 8},
		{"a or not a", Complements | Constants,
			[]string{"p :- true a", "p :- not true a", "terminal :- p, true c, true d"}, 2, 6},
		{"a or a and b", Absorption, []string{"p :- true a", "p :- true a, true b", "terminal :- p, true c"}, 2, 6},
		{"a or not a and b", Absorption,
			[]string{"p :- true a", "p :- not true a, true b", "terminal :- p, true c"}, 4, 7},
		{"twice negated", DoubleNegation, []string{"p :- not true a", "terminal :- not p"}, 0, 2},
		{"equivalent", Equivalent,
			[]string{"p :- true a, true b", "q :- true a, true b", "terminal :- p, not q, true c"}, 6, 8},
		{"and of and", Fusion, []string{"p :- true a, true b", "terminal :- p, true c"}, 3, 4},
		{"or of or", Fusion,
			[]string{"p :- true a", "p :- true b", "q :- p", "q :- true c", "terminal :- q, true d"}, 5, 6},
		{"factoring", Factoring,
			[]string{"terminal :- true a, true b", "terminal :- true a, true c", "terminal :- true a, true d"}, 5, 9},
		{"dual factoring", Factoring,
			[]string{"p :- true a", "p :- true b", "q :- true a", "q :- true c", "terminal :- p, q"}, 4, 6},
		{"a fact that keeps its value", Frozen | Constants,
			[]string{"next e :- true e", "terminal :- true a, true b, not true e"}, 2, 4},
		{"two moves", Exclusive | Constants,
			[]string{"terminal :- true e", "next e :- does 0 m, does 0 n", "next e :- true a, true b"}, 2, 6},
		{"all moves", Exclusive | Constants,
			[]string{"terminal :- true e", "next e :- does 0 k", "next e :- does 0 l", "next e :- does 0 n", "next e :- does 0 m"}, 0, 4},
	} {
		wires := func(passes Pass) int {
			b := newBuilder("role")
			for _, rule := range c.rules {
				b.rule("%s", rule)
			}
			// The moves set the facts, each in a way of its own.
			for _, m := range []string{"k", "l", "m", "n"} {
				b.rule("legal 0 %s :-", m)
			}
			for i, fact := range []string{"a", "b", "c", "d"} {
				b.rule("next %s :- does 0 %c", fact, "klmn"[i])
			}
			g, err := New(b.program())
			if err != nil {
				t.Fatal(err)
			}
			g.Simplify(passes | Useless | Redundant)
			return g.Size().Wires
		}
		if got := wires(0); got != c.less {
			t.Errorf("%s: %d wires before, want %d", c.name, got, c.less)
		}
		if got := wires(c.pass); got != c.with {
			t.Errorf("%s: %d wires after, want %d", c.name, got, c.with)
		}
	}
}
