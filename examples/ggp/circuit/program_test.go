package circuit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/ground"
)

// A builder makes programs of rules in a short form: "next f :- does 0 m, not true g". Atoms begin with their kind,
// then come the role's number for does, legal, goal and sees, and the rest.
type builder struct {
	ground.Program
	atoms map[string]int32
}

func newBuilder(roles ...string) *builder {
	return &builder{Program: ground.Program{Roles: roles, Random: -1}, atoms: make(map[string]int32)}
}

func (b *builder) atom(text string) int32 {
	text = strings.TrimSpace(text)
	if n, known := b.atoms[text]; known {
		return n
	}
	kinds := map[string]ground.Kind{"true": ground.True, "does": ground.Does, "terminal": ground.Terminal,
		"legal": ground.Legal, "goal": ground.Goal, "next": ground.Next, "sees": ground.Sees}
	word, rest, _ := strings.Cut(text, " ")
	a := ground.Atom{Kind: kinds[word], Term: rest}
	switch a.Kind {
	case ground.Internal:
		a.Term = text
	case ground.Does, ground.Legal, ground.Goal, ground.Sees:
		role, rest, _ := strings.Cut(rest, " ")
		a.Role, _ = strconv.Atoi(role)
		a.Term = rest
		if a.Kind == ground.Goal {
			a.Value, _ = strconv.Atoi(rest)
		}
	}
	b.atoms[text] = int32(len(b.Atoms))
	b.Atoms = append(b.Atoms, a)
	return b.atoms[text]
}

func (b *builder) rule(format string, args ...any) {
	head, body, _ := strings.Cut(fmt.Sprintf(format, args...), ":-")
	r := ground.Rule{Head: b.atom(head)}
	for premise := range strings.SplitSeq(body, ",") {
		premise = strings.TrimSpace(premise)
		if premise == "" {
			continue
		}
		atom, negated := strings.CutPrefix(premise, "not ")
		r.Body = append(r.Body, ground.Lit(int(b.atom(atom)), negated))
	}
	b.Rules = append(b.Rules, r)
}

func (b *builder) init(facts ...string) {
	for _, f := range facts {
		b.Initial = append(b.Initial, b.atom("true "+f))
	}
	slices.Sort(b.Initial)
}

func (b *builder) program() *ground.Program {
	p := b.Program
	return &p
}

// holds is the reference: it finds the atoms that follow from those given, by the alternating fixpoint of A. Van
// Gelder, "The Alternating Fixpoint of Logic Programs with Negation", Journal of Computer and System Sciences 47, 1993.
// It returns nil if the program leaves an atom undefined.
func holds(p *ground.Program, given []bool) []bool {
	consequences := func(negative []bool) []bool {
		known := slices.Clone(given)
		for again := true; again; {
			again = false
			for _, r := range p.Rules {
				if !known[r.Head] && !slices.ContainsFunc(r.Body, func(l ground.Literal) bool {
					if l.Negated() {
						return negative[l.Atom()]
					}
					return !known[l.Atom()]
				}) {
					known[r.Head] = true
					again = true
				}
			}
		}
		return known
	}
	low := slices.Clone(given)
	for {
		high := consequences(low)
		next := consequences(high)
		if slices.Equal(next, low) {
			if !slices.Equal(low, high) {
				return nil
			}
			return low
		}
		low = next
	}
}

// A reference plays a program by holds alone, with the numbers of a signature.
type reference struct {
	*Signature
	*ground.Program
	number []int32
}

func newReference(t testing.TB, p *ground.Program) *reference {
	s, number, err := nameAtoms(p)
	if err != nil {
		t.Fatal(err)
	}
	return &reference{s, p, number}
}

// compileWithout compiles a program without some simplifications.
func compileWithout(p *ground.Program, without Pass) (*Circuit, error) {
	g, err := New(p)
	if err != nil {
		return nil, err
	}
	g.Simplify(AllPasses &^ without)
	return g.Compile()
}

// A view is all that there is to know about a position and a joint move.
type view struct {
	terminal bool
	legal    [][]int32
	goals    []int // -1 if there are none or several
	next     State
	sees     [][]int32
}

// look returns the view of a state. Without a joint move, next and sees mean nothing.
func (r *reference) look(t testing.TB, state State, joint []int32) view {
	given := make([]bool, len(r.Atoms))
	for i, a := range r.Atoms {
		switch a.Kind {
		case ground.True:
			given[i] = state.Has(int(r.number[i]))
		case ground.Does:
			given[i] = joint != nil && joint[a.Role] == r.number[i]
		}
	}
	known := holds(r.Program, given)
	if known == nil {
		t.Fatal("the program is not stratified")
	}
	roles := len(r.Signature.Roles)
	v := view{legal: make([][]int32, roles), goals: make([]int, roles), next: r.NewState(), sees: make([][]int32, roles)}
	counts := make([]int, roles)
	for i, a := range r.Atoms {
		if !known[i] {
			continue
		}
		switch a.Kind {
		case ground.Terminal:
			v.terminal = true
		case ground.Legal:
			v.legal[a.Role] = append(v.legal[a.Role], r.number[i])
		case ground.Goal:
			v.goals[a.Role] = a.Value
			counts[a.Role]++
		case ground.Next:
			v.next.Add(int(r.number[i]))
		case ground.Sees:
			v.sees[a.Role] = append(v.sees[a.Role], r.number[i])
		}
	}
	for role := range roles {
		slices.Sort(v.legal[role])
		slices.Sort(v.sees[role])
		if counts[role] != 1 {
			v.goals[role] = -1
		}
	}
	return v
}

// randomProgram makes a small program of all kinds of atoms. Its rules may be recursive, but not through a negation.
func randomProgram(r *rand.Rand) *ground.Program {
	roles := []string{"a", "b", "c"}[:1+r.IntN(3)]
	b := newBuilder(roles...)
	facts, moves, inner := 1+r.IntN(5), 1+r.IntN(4), r.IntN(8)
	anyRole := func() int { return r.IntN(len(roles)) }
	// premise returns a literal. Inner atoms of a level are derived from those of lower levels, or positively from
	// those of the same level.
	premise := func(level int, moves int) string {
		sign := []string{"", "not "}[r.IntN(2)]
		switch n := r.IntN(4); {
		case n == 0 && moves > 0:
			return fmt.Sprintf("%sdoes %d m%d", sign, anyRole(), r.IntN(moves))
		case n <= 1 && level > 0:
			i := r.IntN(level)
			if i/3 == (level-1)/3 && level <= inner {
				sign = ""
			}
			return fmt.Sprintf("%sinner%d", sign, i)
		default:
			return fmt.Sprintf("%strue f%d", sign, r.IntN(facts))
		}
	}
	body := func(level, moves int) string {
		var premises []string
		for range 1 + r.IntN(3) {
			premises = append(premises, premise(level, moves))
		}
		return strings.Join(premises, ", ")
	}
	for i := range inner {
		for range 1 + r.IntN(3) {
			b.rule("inner%d :- %s", i, body(min(inner, i/3*3+3), 0))
		}
	}
	rule := func(moves int, format string, args ...any) {
		b.rule("%s :- %s", fmt.Sprintf(format, args...), body(inner, moves))
	}
	if r.IntN(2) == 0 {
		b.rule("terminal :- %s, %s", body(inner, 0), body(inner, 0))
	}
	for role := range roles {
		if r.IntN(2) == 0 {
			b.rule("legal %d m0 :-", role)
		}
		for m := range moves {
			for range r.IntN(4) {
				rule(0, "legal %d m%d", role, m)
			}
		}
		for range r.IntN(4) {
			rule(0, "goal %d %d", role, 50*r.IntN(3))
		}
		for range r.IntN(3) {
			rule(moves, "sees %d p%d", role, r.IntN(2))
		}
	}
	for f := range facts {
		for range 1 + r.IntN(4) {
			rule(moves, "next f%d", f)
		}
		if r.IntN(3) == 0 {
			b.init(fmt.Sprintf("f%d", f))
		}
	}
	return b.program()
}

// ticTacToe is the game of nine cells and three in a row.
func ticTacToe() *ground.Program {
	b := newBuilder("x", "o")
	b.init("control 0")
	for cell := range 9 {
		b.init(fmt.Sprintf("cell %d blank", cell))
		for role := range 2 {
			b.rule("legal %d mark %d :- true cell %d blank, true control %d", role, cell, cell, role)
			b.rule("next cell %d %d :- does %d mark %d", cell, role, role, cell)
			b.rule("next cell %d %d :- true cell %d %d", cell, role, cell, role)
		}
		b.rule("next cell %d blank :- true cell %d blank, not does 0 mark %d, not does 1 mark %d", cell, cell, cell, cell)
		b.rule("open :- true cell %d blank", cell)
	}
	lines := [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}
	for role := range 2 {
		b.rule("legal %d noop :- true control %d", role, 1-role)
		b.rule("next control %d :- true control %d", role, 1-role)
		for _, l := range lines {
			b.rule("line %d :- true cell %d %d, true cell %d %d, true cell %d %d", role, l[0], role, l[1], role, l[2], role)
		}
		b.rule("terminal :- line %d", role)
		b.rule("goal %d 100 :- line %d", role, role)
		b.rule("goal %d 0 :- line %d", role, 1-role)
		b.rule("goal %d 50 :- not line 0, not line 1", role)
	}
	b.rule("terminal :- not open")
	return b.program()
}
