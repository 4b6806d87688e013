package circuit

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/ggp/gdl"
	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/examples/ggp/rules"
	"github.com/ply-search/ply/internal/long"
)

// appendPropagator adds a propagator of a graph to machines, unless gates depend on themselves.
func appendPropagator(t *testing.T, machines []Walker, g *Graph) []Walker {
	t.Helper()
	n, err := g.Network()
	switch {
	case errors.Is(err, ErrCyclic) && g.cyclic != nil:
		return machines
	case err != nil:
		t.Fatal(err)
	}
	return append(machines, n.NewPropagator())
}

// TestPropagator plays random matches by both machines, which draw the same moves, and goes back to earlier states.
func TestPropagator(t *testing.T) {
	random := rand.New(rand.NewPCG(35, 36))
	steps, cyclic := 0, 0
	for range long.Or(2000, 200) {
		g, err := New(randomProgram(random))
		if err != nil {
			t.Fatal(err)
		}
		g.Simplify(AllPasses)
		n, err := g.Network()
		if errors.Is(err, ErrCyclic) {
			cyclic++
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		c, err := g.Compile()
		if err != nil {
			t.Fatal(err)
		}
		a, b := Walker(c.NewMachine()), Walker(n.NewPropagator())
		states := []State{c.Initial}
		for range 10 {
			from, seed := states[random.IntN(len(states))], random.Uint64()
			a.Load(from)
			b.Load(from)
			for range 5 {
				x, ends := a.Playout(rand.NewPCG(seed, 0), 1)
				y, end := b.Playout(rand.NewPCG(seed, 0), 1)
				sa, sb := c.NewState(), c.NewState()
				a.Save(sa)
				b.Save(sb)
				if x != y || ends != end || !slices.Equal(sa, sb) {
					t.Fatalf("from %v: %d moves to %v, %v; want %d to %v, %v", from, y, sb, end, x, sa, ends)
				}
				for role := range c.Roles {
					va, oka := a.Goal(role)
					vb, okb := b.Goal(role)
					if va != vb || oka != okb || !slices.Equal(a.Sees(role, nil), b.Sees(role, nil)) {
						t.Fatalf("role %d has %d and sees %v, want %d and %v", role, vb, b.Sees(role, nil), va, a.Sees(role, nil))
					}
				}
				states = append(states, sa)
				steps += x
			}
		}
		a.Reset()
		b.Reset()
		if n := testing.AllocsPerRun(5, func() { b.Playout(rand.NewPCG(1, 1), 20) }); n > 1 { // for the source
			t.Fatalf("a playout allocates %v times", n)
		}
		for _, joint := range [][]int32{nil, make([]int32, len(c.Roles)+1), slices.Repeat([]int32{-1}, len(c.Roles)),
			slices.Repeat([]int32{1 << 30}, len(c.Roles))} {
			if b.Play(joint) == nil {
				t.Fatalf("the joint move %v was made", joint)
			}
		}
	}
	if steps < 1000 || cyclic == 0 {
		t.Errorf("%d steps, and %d programs with cycles", steps, cyclic)
	}
}

// TestSuits chooses between the machines: in hex5 a move changes little, in tictactoe and breakthrough much.
func TestSuits(t *testing.T) {
	for name, want := range map[string]bool{"hex5": true, "tictactoe": false, "breakthrough": false} {
		text, _ := rules.Text(name)
		d, err := gdl.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := ground.Ground(t.Context(), d, ground.Options{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		g.Simplify(AllPasses)
		n, err := g.Network()
		if err != nil {
			t.Fatal(err)
		}
		c, err := g.Compile()
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Suits(c); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}
