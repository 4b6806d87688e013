package circuit

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// twoBoards is a game of two roles that take turns in setting switches on two boards of three, within six steps. Role 1
// may also wait.
func twoBoards() *builder {
	b := newBuilder("a", "b")
	b.init("step 0", "control 0")
	for i := range 6 {
		b.rule("next step %d :- true step %d", i+1, i)
	}
	b.rule("terminal :- true step 6")
	for role := range 2 {
		b.rule("next control %d :- true control %d", role, 1-role)
		b.rule("legal %d noop :- true control %d", role, 1-role)
		for board := range 2 {
			for i := range 3 {
				b.rule("legal %d set %d %d :- true control %d, not true on %d %d, not full %d",
					role, board, i, role, board, i, board)
				b.rule("next on %d %d :- does %d set %d %d", board, i, role, board, i)
			}
		}
	}
	for board := range 2 {
		for i := range 3 {
			b.rule("next on %d %d :- true on %d %d", board, i, board, i)
			b.rule("full %d :- true on %d 0, true on %d 1, true on %d 2", board, board, board, board)
		}
	}
	b.rule("legal 1 wait :- true control 1")
	b.rule("goal 0 100 :- full 0")
	b.rule("goal 0 0 :- not full 0")
	b.rule("goal 1 100 :- full 0, full 1")
	return b
}

func TestAnalyze(t *testing.T) {
	p := twoBoards().program()
	a, err := Analyze(p)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := nameAtoms(p)
	if err != nil {
		t.Fatal(err)
	}
	facts := func(numbers []int) []string {
		var names []string
		for _, f := range numbers {
			names = append(names, s.Facts[f])
		}
		slices.Sort(names)
		return names
	}
	var got []string
	for _, k := range a.Counters {
		got = append(got, fmt.Sprint(facts(k.Facts), k.Prefix, k.Period))
	}
	slices.Sort(got)
	// The rules do not say how to leave step 6, where the match has ended: so the counter runs out.
	want := []string{"[control 0 control 1] 0 2",
		"[step 0 step 1 step 2 step 3 step 4 step 5 step 6] 7 1"}
	if !slices.Equal(got, want) {
		t.Errorf("counters %q, want %q", got, want)
	}
	if len(a.Parts) != 2 {
		t.Fatalf("%d parts, want 2", len(a.Parts))
	}
	for i, part := range a.Parts {
		want := []string{fmt.Sprintf("on %d 0", i), fmt.Sprintf("on %d 1", i), fmt.Sprintf("on %d 2", i)}
		if !slices.Equal(facts(part.Facts), want) || len(part.Moves[0]) != 3 || len(part.Moves[1]) != 3 || part.Terminal ||
			part.Goals[0] != (i == 0) || !part.Goals[1] {
			t.Errorf("part %d is %+v with the facts %v, want %v", i, part, facts(part.Facts), want)
		}
	}
	set := facts(a.SetLatches)
	if want := []string{"on 0 0", "on 0 1", "on 0 2", "on 1 0", "on 1 1", "on 1 2"}; !slices.Equal(set, want) {
		t.Errorf("latches %v, want %v", set, want)
	}
	// Nothing goes back to step 0, but step 1 may follow it.
	if unset := facts(a.UnsetLatches); !slices.Equal(unset, []string{"step 0"}) {
		t.Errorf("latches %v", unset)
	}
}

// TestFrom continues matches from the middle with a circuit that uses what can change no more.
func TestFrom(t *testing.T) {
	p := ticTacToe()
	g, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	g.Simplify(AllPasses)
	full, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	r := newReference(t, p)
	random := rand.New(rand.NewPCG(25, 26))
	for range 20 {
		m := full.NewMachine()
		m.Playout(rand.NewPCG(random.Uint64(), 0), 4)
		if m.Terminal() {
			continue
		}
		state := full.NewState()
		m.Save(state)
		later, err := g.From(state)
		if err != nil {
			t.Fatal(err)
		}
		later.Simplify(AllPasses)
		c, err := later.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if c.Size().Gates() > full.Size().Gates()*3/4 {
			t.Errorf("after four moves, %d of %d gates are left", c.Size().Gates(), full.Size().Gates())
		}
		r.Signature.Initial = state
		compare(t, r, []Walker{c.NewMachine(), m}, random, 9)
	}
	if _, err := g.From(nil); err == nil {
		t.Error("a state without words was accepted")
	}
}

// TestFromRandom continues matches of random programs from the middle. Lanes even play the same matches.
func TestFromRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(27, 28))
	smaller, steps := 0, 0
	for n := range long.Or(2000, 200) {
		p := randomProgram(random)
		g, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		g.Simplify(AllPasses)
		full, err := g.Clone().Compile()
		if err != nil {
			t.Fatal(err)
		}
		m, state := full.NewMachine(), full.NewState()
		m.Playout(rand.NewPCG(random.Uint64(), 0), 1+n%4)
		m.Save(state)
		later, err := g.From(state)
		if err != nil {
			t.Fatal(err)
		}
		later.Simplify(AllPasses)
		machines := appendPropagator(t, []Walker{m}, later)
		c, err := later.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if c.Size().Gates() < full.Size().Gates() {
			smaller++
		}
		r := newReference(t, p)
		r.Signature.Initial = state
		steps += compare(t, r, append(machines, c.NewMachine()), random, 20)
		a := full.NewLanes().Playouts(state, LaneCount, rand.NewPCG(1, uint64(n)), 30)
		if b := c.NewLanes().Playouts(state, LaneCount, rand.NewPCG(1, uint64(n)), 30); !reflect.DeepEqual(a, b) {
			t.Fatalf("program %d: the lanes of the smaller circuit play %+v, want %+v", n, b, a)
		}
	}
	if smaller < 20 || steps < 200 {
		t.Errorf("%d circuits were smaller, and %d moves compared", smaller, steps)
	}
}
