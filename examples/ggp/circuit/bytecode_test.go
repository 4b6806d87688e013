package circuit

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// figure is the bytecode of Vittaut 2017, figure 2.5: v6 = v2∧v3, v5 = v1∧v3, v8 = v2∧v4, v7 = ¬v3, v9 = v7∨v5.
var figure = Bytecode{2, 3, 6, 2, 3, 5, 1, 3, 8, 2, 4, 0, 1, 7, 3, 0, 1, 9, 7, 5, 0}

func TestFigure(t *testing.T) {
	for inputs := range uint64(16) {
		v := make([]uint64, 10)
		bytes := make([]uint8, 10)
		for i := range 4 {
			v[1+i] = -(inputs >> i & 1)
			bytes[1+i] = -uint8(inputs >> i & 1)
		}
		Execute(figure, v)
		Execute(figure, bytes)
		want := []uint64{5: v[1] & v[3], 6: v[2] & v[3], 7: ^v[3], 8: v[2] & v[4], 9: ^v[3] | v[1]&v[3]}
		for i := 5; i < 10; i++ {
			if v[i] != want[i] || bytes[i] != uint8(want[i]) {
				t.Errorf("inputs %04b: v%d is %x and %x, want %x", inputs, i, v[i], bytes[i], want[i])
			}
		}
	}
	// The same circuit as a graph: within a stratum and a gate, the order is that of the variables.
	g := &Graph{gates: []Gate{Input, Input, Input, Input, Input, And, And, Not, And, Or},
		preds: [][]int32{5: {1, 3}, 6: {2, 3}, 7: {3}, 8: {2, 4}, 9: {5, 7}}}
	got := g.encode(g.strata(make([]part, 10))[0])
	if want := (Bytecode{2, 3, 5, 1, 3, 6, 2, 3, 8, 2, 4, 0, 1, 7, 3, 0, 1, 9, 5, 7, 0}); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestBytecode compares the bytecode of random programs with the code of the machine, in random states.
func TestBytecode(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	compared := 0
	for range long.Or(3000, 300) {
		p := randomProgram(random)
		g, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		programs, always, err := g.Bytecode()
		if errors.Is(err, ErrCycles) != (g.cyclic != nil) {
			t.Fatal(err)
		}
		if err != nil {
			continue
		}
		m := c.NewMachine()
		var legal []int32
		for range 5 {
			v := make([]uint8, len(g.gates))
			for _, i := range always {
				v[i] = 0xff
			}
			for i, f := range m.facts() {
				v[i] = f
			}
			for p := range programs[:3] {
				Execute(programs[p], v)
			}
			joint := make([]int32, len(c.Roles))
			input := len(c.Facts)
			for role := range c.Roles {
				legal = m.Legal(role, legal[:0])
				from, _ := g.span(partLegal)
				for move := range c.Moves[role] {
					if (v[g.outputs[from+input-len(c.Facts)]] != 0) != slices.Contains(legal, int32(move)) {
						t.Fatal("legal moves differ")
					}
					input++
				}
				joint[role] = -1
				if len(legal) > 0 {
					joint[role] = legal[random.IntN(len(legal))]
					v[input-len(c.Moves[role])+int(joint[role])] = 0xff
				}
			}
			if (v[g.outputs[0]] != 0) != m.Terminal() {
				t.Fatal("terminal differs")
			}
			if m.Terminal() || slices.Contains(joint, -1) {
				break
			}
			if err := m.Play(joint); err != nil {
				t.Fatal(err)
			}
			Execute(programs[3], v)
			from, to := g.span(partNext)
			for i, node := range g.outputs[from:to] {
				if v[node] != m.facts()[i] {
					t.Fatal("the next state differs")
				}
			}
			compared++
		}
	}
	t.Logf("%d positions", compared)
}

// TestNodes counts the gates and wires of a graph.
func TestNodes(t *testing.T) {
	g, err := New(ticTacToe())
	if err != nil {
		t.Fatal(err)
	}
	var got Size
	inputs := 0
	for gate, preds := range g.Nodes() {
		switch gate {
		case Input:
			inputs++
		case And:
			got.And++
		case Or:
			got.Or++
		case Not:
			got.Not++
		}
		got.Wires += len(preds)
	}
	// Nine cells of three contents and whose turn it is; nine marks and noop for each role.
	if got != g.Size() || inputs != 9*3+2+2*10 {
		t.Errorf("%+v and %d inputs, want %+v", got, inputs, g.Size())
	}
	for range g.Nodes() {
		break
	}
}

// TestCycleError names the atoms of a cycle through a negation.
func TestCycleError(t *testing.T) {
	b := newBuilder("a")
	b.rule("p :- true f, not q")
	b.rule("q :- r")
	b.rule("r :- p")
	b.rule("s :- p, s")
	b.rule("terminal :- q")
	_, err := Compile(b.program())
	var cycle *CycleError
	if !errors.As(err, &cycle) {
		t.Fatal(err)
	}
	slices.Sort(cycle.Atoms)
	if !slices.Equal(cycle.Atoms, []string{"p", "q", "r"}) {
		t.Error(err)
	}
}

// TestDependsOnMoves refuses a goal that depends on a move.
func TestDependsOnMoves(t *testing.T) {
	b := newBuilder("a")
	b.rule("legal 0 m :-")
	b.rule("legal 0 n :-")
	b.rule("goal 0 100 :- does 0 m")
	_, err := Compile(b.program())
	var depends *DependsOnMovesError
	if !errors.As(err, &depends) || depends.Output != "goal a 100" {
		t.Error(err)
	}
}

// Bytecode computes the gates of a part: the number of strata, then for each the number of And gates and triples of
// variables (result, operand, operand), the number of Or gates and triples, the number of Not gates and pairs (result,
// operand). It is the format of Vittaut 2017, section 2.3.3, in which graphs can be compared and handed to other
// programs. The machines of this package have a denser one.
type Bytecode []uint32

// ErrCycles is returned for graphs with cycles, which Bytecode cannot express.
var ErrCycles = errors.New("circuit: the bytecode cannot express cycles")

// Bytecode returns the program of each part, in the order terminal, legal, goal, next, sees, over the graph's nodes as
// variables. The graph is first brought to gates of two inputs. Constants are variables that must be set: those of the
// second result are always true, and all else that no gate computes is false or an input.
func (g *Graph) Bytecode() (programs [5]Bytecode, always []uint32, err error) {
	if g.cyclic != nil {
		return programs, nil, ErrCycles
	}
	g.split(2)
	of, err := g.partition()
	if err != nil {
		return programs, nil, err
	}
	for p, strata := range g.strata(of) {
		programs[p] = g.encode(strata)
	}
	for node := range g.gates {
		if g.isTrue(int32(node)) {
			always = append(always, uint32(node))
		}
	}
	return programs, always, nil
}

func (g *Graph) encode(strata []stratum) Bytecode {
	b := Bytecode{uint32(len(strata))}
	for _, s := range strata {
		for _, gate := range [...]Gate{And, Or, Not} {
			count := len(b)
			b = append(b, 0)
			for _, node := range s.gates {
				if g.gates[node] != gate {
					continue
				}
				b[count]++
				b = append(b, uint32(node))
				for _, p := range g.preds[node] {
					b = append(b, uint32(p))
				}
				if gate != Not && len(g.preds[node]) == 1 {
					b = append(b, uint32(g.preds[node][0]))
				}
			}
		}
	}
	return b
}

// Execute runs bytecode over the variables: Vittaut 2017, algorithms 2.4 and 5.1.
func Execute[W Word](b Bytecode, variables []W) {
	strata := b[0]
	b = b[1:]
	for range strata {
		n := b[0]
		for b = b[1:]; n > 0; n-- {
			variables[b[0]] = variables[b[1]] & variables[b[2]]
			b = b[3:]
		}
		n = b[0]
		for b = b[1:]; n > 0; n-- {
			variables[b[0]] = variables[b[1]] | variables[b[2]]
			b = b[3:]
		}
		n = b[0]
		for b = b[1:]; n > 0; n-- {
			variables[b[0]] = ^variables[b[1]]
			b = b[2:]
		}
	}
}

// Nodes yields the type and the predecessors of each node, in the order of their numbers, which are the variables of
// [Graph.Bytecode]. The predecessors must not be changed.
func (g *Graph) Nodes() iter.Seq2[Gate, []int32] {
	return func(yield func(Gate, []int32) bool) {
		for node, gate := range g.gates {
			if !yield(gate, g.preds[node]) {
				return
			}
		}
	}
}
