package circuit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/long"
)

// lookAt returns the view of a machine's position, and makes the joint move.
func lookAt(t testing.TB, s *Signature, m Walker, joint []int32) view {
	v := view{terminal: m.Terminal(), next: s.NewState()}
	for role := range s.Roles {
		v.legal = append(v.legal, m.Legal(role, nil))
		goal, ok := m.Goal(role)
		if !ok {
			goal = -1
		}
		v.goals = append(v.goals, goal)
	}
	if err := m.Play(joint); err != nil {
		t.Fatal(err)
	}
	m.Save(v.next)
	for role := range s.Roles {
		v.sees = append(v.sees, m.Sees(role, nil))
	}
	return v
}

func (v view) String() string {
	return fmt.Sprintf("terminal %v legal %v goals %v next %v sees %v", v.terminal, v.legal, v.goals, v.next, v.sees)
}

// compare walks through a random match by the reference, and compares all machines with it in each position.
// It returns the number of moves.
func compare(t testing.TB, r *reference, machines []Walker, random *rand.Rand, most int) (steps int) {
	t.Helper()
	state := slices.Clone(r.Signature.Initial)
	for ; steps < most; steps++ {
		v := r.look(t, state, nil)
		if v.terminal {
			for i, m := range machines {
				m.Load(state)
				for role, want := range v.goals {
					got, ok := m.Goal(role)
					if !ok {
						got = -1
					}
					if !m.Terminal() || got != want {
						t.Fatalf("machine %d: in the terminal state %v, %v has %d, want %d", i, state, role, got, want)
					}
				}
			}
			return steps
		}
		joint := make([]int32, len(r.Signature.Roles))
		for role, moves := range v.legal {
			if len(moves) == 0 {
				return steps
			}
			joint[role] = moves[random.IntN(len(moves))]
		}
		v = r.look(t, state, joint)
		for i, m := range machines {
			m.Load(state)
			if got := lookAt(t, r.Signature, m, joint); got.String() != v.String() {
				t.Fatalf("machine %d: in %v after %v\n%v, want\n%v", i, state, joint, got, v)
			}
		}
		state = v.next
	}
	return steps
}

// TestSimplifications compares random programs as they are, after each pass alone, with all passes but one, and with
// all, with what the rules say.
func TestSimplifications(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sizes := make([]int, 2)
	cyclic, steps := 0, 0
	for n := range long.Or(200, 80) {
		p := randomProgram(random)
		r := newReference(t, p)
		without := []Pass{AllPasses, 0}
		for pass := Pass(1); pass < passEnd; pass <<= 1 {
			without = append(without, pass, AllPasses&^pass)
		}
		var machines []Walker
		for i, w := range without {
			c, err := compileWithout(p, w)
			if err != nil {
				t.Fatalf("program %d without %b: %v", n, w, err)
			}
			if i < 2 {
				sizes[i] += c.Size().Gates()
			}
			machines = append(machines, c.NewMachine())
		}
		for _, w := range without {
			g, err := New(p)
			if err != nil {
				t.Fatal(err)
			}
			g.Simplify(AllPasses &^ w)
			machines = appendPropagator(t, machines, g)
		}
		if g, _ := New(p); g.cyclic != nil {
			cyclic++
		}
		for range 3 {
			steps += compare(t, r, machines, random, 20)
		}
	}
	t.Logf("%d of %d gates, %d programs with cycles, %d positions", sizes[1], sizes[0], cyclic, steps)
	if sizes[1] >= sizes[0]/2 {
		t.Errorf("the simplifications leave %d of %d gates", sizes[1], sizes[0])
	}
}

// TestMalformed refuses programs that no description gives.
func TestMalformed(t *testing.T) {
	for name, change := range map[string]func(*builder){
		"head":    func(b *builder) { b.Rules[0].Head = 99 },
		"input":   func(b *builder) { b.rule("true f :- ") },
		"premise": func(b *builder) { b.Rules[0].Body = []ground.Literal{-1} },
		"literal": func(b *builder) { b.Rules[0].Body = []ground.Literal{1000} },
		"role":    func(b *builder) { b.rule("legal 2 m :- ") },
		"goal":    func(b *builder) { b.rule("goal 0 101 :- ") },
		"random":  func(b *builder) { b.Random = 1 },
		"initial": func(b *builder) { b.Initial = []int32{0} },
		"beyond":  func(b *builder) { b.Initial = []int32{-1} },
	} {
		b := newBuilder("a")
		b.rule("next f :- not true f")
		change(b)
		if _, err := Compile(b.program()); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// TestNothing compiles programs that state nearly nothing.
func TestNothing(t *testing.T) {
	for _, roles := range [][]string{nil, {"a"}} {
		c, err := Compile(newBuilder(roles...).program())
		if err != nil {
			t.Fatal(err)
		}
		m := c.NewMachine()
		steps, end := m.Playout(rand.NewPCG(0, 0), 10)
		if want := map[int]End{0: Cut, 1: Stuck}[len(roles)]; end != want {
			t.Errorf("%d steps, then %v, want %v", steps, end, want)
		}
		tally := c.NewLanes().Playouts(c.Initial, 100, rand.NewPCG(0, 0), 10)
		if tally.Cut+tally.Stuck != 100 {
			t.Errorf("%+v", tally)
		}
		if m.Play(make([]int32, 5)) == nil {
			t.Error("five moves were accepted")
		}
	}
	c, err := Compile(ticTacToe())
	if err != nil {
		t.Fatal(err)
	}
	for _, joint := range [][]int32{{-1, 0}, {0, 99}, nil} {
		if c.NewMachine().Play(joint) == nil {
			t.Errorf("%v was accepted", joint)
		}
	}
}

// TestAllocations plays without allocating anything.
func TestAllocations(t *testing.T) {
	c, err := Compile(ticTacToe())
	if err != nil {
		t.Fatal(err)
	}
	m, l, random := c.NewMachine(), c.NewLanes(), rand.NewPCG(0, 0)
	if n := testing.AllocsPerRun(10, func() {
		m.Reset()
		m.Playout(random, 0)
		m.Goal(0)
	}); n != 0 {
		t.Errorf("%v allocations for a playout", n)
	}
	if n := testing.AllocsPerRun(10, func() { l.Playouts(c.Initial, 200, random, 0) }); n != 0 {
		t.Errorf("%v allocations for 200 playouts in lanes", n)
	}
}

// FuzzCircuit compares random programs with what their rules say, simplified and as they are.
func FuzzCircuit(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Add(uint64(3), uint64(4))
	f.Fuzz(func(t *testing.T, seed, moves uint64) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 0)))
		var machines []Walker
		for _, w := range []Pass{0, AllPasses} {
			c, err := compileWithout(p, w)
			if err != nil {
				t.Fatal(err)
			}
			machines = append(machines, c.NewMachine())
		}
		random := rand.New(rand.NewPCG(moves, 0))
		compare(t, newReference(t, p), machines, random, 8)
		checkLanes(t, machines[0].(*Machine).Circuit, rand.NewPCG(moves, 1), 4)
	})
}

// TestKeep comes back to states of random matches. A machine that restores one must see what one that loads it does.
func TestKeep(t *testing.T) {
	for _, name := range []string{"connectfour", "checkers", "montyhall"} {
		text, _ := rules.Text(name)
		d, err := gdl.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		var a agreement
		if err := a.prepare(d, ground.Options{}); err != nil {
			t.Fatal(err)
		}
		c, err := Compile(a.program)
		if err != nil {
			t.Fatal(err)
		}
		m, loading, random := c.NewMachine(), c.NewMachine(), rand.New(rand.NewPCG(3, 4))
		var states []State
		var kept [][]uint8
		var joints [][]int32
		for !m.Terminal() {
			states, kept = append(states, m.NewState()), append(kept, m.Keep(nil))
			m.Save(states[len(states)-1])
			joint := make([]int32, len(m.Roles))
			for role := range joint {
				legal := m.Legal(role, nil)
				joint[role] = legal[random.IntN(len(legal))]
			}
			joints = append(joints, joint)
			if err := m.Play(joint); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 * len(states) {
			i := random.IntN(len(states))
			if len(kept[i]) != c.KeptBytes() {
				t.Fatalf("%s: %d bytes, want %d", name, len(kept[i]), c.KeptBytes())
			}
			m.Restore(kept[i])
			loading.Load(states[i])
			for role := range m.Roles {
				if got := m.Sees(role, nil); len(got) > 0 {
					t.Fatalf("%s: percepts %v of an earlier state", name, got)
				}
			}
			if got, want := lookAt(t, c.Signature, m, joints[i]).String(), lookAt(t, c.Signature, loading, joints[i]).String(); got != want {
				t.Fatalf("%s, state %d: %s, want %s", name, i, got, want)
			}
		}
	}
}
