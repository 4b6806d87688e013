package circuit

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply/examples/ggp/ground"
)

// Gate is the type of a node of a [Graph].
type Gate uint8

const (
	None  Gate = iota // a node that was removed
	Input             // a fact of the present state, or a move that a role makes
	And               // an And of no predecessors is true
	Or                // an Or of no predecessors is false
	Not               // has one predecessor
)

// A Graph is a game as logic gates: Vittaut 2017, section 2.3.2.1. Its outputs are kept apart from its nodes, so that
// several outputs can share a node, where Vittaut labels nodes with atoms and copies a node that has two labels.
//
// Predecessors of a node are sorted and differ from one another. A cycle consists of And and Or gates only, and means
// the least fixpoint: what is derivable, not what supports itself.
type Graph struct {
	*Signature
	gates   []Gate
	preds   [][]int32
	inputs  int     // nodes 0 to inputs-1 are the facts, then the moves of role 0, and so on
	outputs []int32 // the node of each output, in the order of Signature.span
	cyclic  []bool  // nodes that are part of a cycle, nil if there are none
}

// New makes the graph of a program, without simplifying it. It takes time and memory in proportion to the program.
//
// New returns an error if the program is malformed, and a [*CycleError] if an atom depends on its own negation.
func New(p *ground.Program) (*Graph, error) {
	n, err := nameAtoms(p)
	if err != nil {
		return nil, err
	}
	g := &Graph{Signature: n.Signature, inputs: len(n.Facts)}
	firstMove := make([]int, len(p.Roles))
	for role := range p.Roles {
		firstMove[role] = g.inputs
		g.inputs += len(n.Moves[role])
	}
	for range g.inputs {
		g.add(Input, nil)
	}

	alternatives := make([]int, len(p.Atoms)) // the number of rules with that head
	premises := 0
	for i, r := range p.Rules {
		if err := checkRule(p, r); err != nil {
			return nil, fmt.Errorf("circuit: rule %d: %w", i, err)
		}
		alternatives[r.Head]++
		premises += len(r.Body)
	}

	// The nodes of atoms come first. The predecessors of all nodes share one array.
	store := make([]int32, premises+len(p.Rules))
	take := func(n int) []int32 {
		taken := store[:0:n]
		store = store[n:]
		return taken
	}
	atoms := make([]int32, len(p.Atoms))
	for i, a := range p.Atoms {
		switch a.Kind {
		case ground.True:
			atoms[i] = n.number[i]
		case ground.Does:
			atoms[i] = int32(firstMove[a.Role]) + n.number[i]
		default:
			atoms[i] = g.add(Or, take(alternatives[i]))
		}
	}
	negations := make(map[int32]int32)
	for _, r := range p.Rules {
		body := take(len(r.Body))
		for _, l := range r.Body {
			node := atoms[l.Atom()]
			if l.Negated() {
				negation, known := negations[node]
				if !known {
					negation = g.add(Not, []int32{node})
					negations[node] = negation
				}
				node = negation
			}
			body = append(body, node)
		}
		slices.Sort(body)
		rule := g.add(And, slices.Compact(body))
		head := atoms[r.Head]
		g.preds[head] = append(g.preds[head], rule) // rules come in the order of their nodes
	}

	g.connectOutputs(p, n, atoms)
	if err := g.findCycles(p, atoms); err != nil {
		return nil, err
	}
	return g, nil
}

func checkRule(p *ground.Program, r ground.Rule) error {
	for _, l := range r.Body {
		if l < 0 || l.Atom() >= len(p.Atoms) {
			return fmt.Errorf("no atom has the number %d", l.Atom())
		}
	}
	if r.Head < 0 || int(r.Head) >= len(p.Atoms) {
		return fmt.Errorf("no atom has the number %d", r.Head)
	}
	if kind := p.Atoms[r.Head].Kind; kind == ground.True || kind == ground.Does {
		return fmt.Errorf("%s is an input and cannot be concluded", p.Atoms[r.Head].Term)
	}
	return nil
}

// connectOutputs finds the node of each output. What no atom stands for is false. Atoms that stand for the same output
// are alternatives.
func (g *Graph) connectOutputs(p *ground.Program, n *names, atoms []int32) {
	never := g.add(Or, nil)
	g.outputs = slices.Repeat([]int32{never}, g.Signature.outputs())
	kinds := [...]part{ground.Terminal: partTerminal, ground.Legal: partLegal, ground.Goal: partGoal,
		ground.Next: partNext, ground.Sees: partSees}
	for i, a := range p.Atoms {
		switch a.Kind {
		case ground.Terminal, ground.Legal, ground.Goal, ground.Next, ground.Sees:
			output, _ := g.span(kinds[a.Kind])
			for role := range a.Role { // 0 for kinds without a role
				switch a.Kind {
				case ground.Legal:
					output += len(g.Moves[role])
				case ground.Sees:
					output += len(g.Percepts[role])
				}
			}
			output += int(n.number[i])
			if g.outputs[output] != never {
				g.outputs[output] = g.add(Or, []int32{g.outputs[output], atoms[i]})
			} else {
				g.outputs[output] = atoms[i]
			}
		}
	}
}

// add appends a node. The predecessors must be sorted, and belong to the graph from then on.
func (g *Graph) add(gate Gate, preds []int32) int32 {
	g.gates = append(g.gates, gate)
	g.preds = append(g.preds, preds)
	return int32(len(g.gates) - 1)
}

func (g *Graph) isFalse(node int32) bool { return g.gates[node] == Or && len(g.preds[node]) == 0 }

func (g *Graph) isTrue(node int32) bool { return g.gates[node] == And && len(g.preds[node]) == 0 }

// isConstant tells whether a node is the constant true or false.
func (g *Graph) isConstant(node int32) bool { return g.gates[node] != Input && len(g.preds[node]) == 0 }

// Size counts the gates and the wires between gates.
type Size struct{ And, Or, Not, Wires int }

// Gates returns the number of gates.
func (s Size) Gates() int { return s.And + s.Or + s.Not }

// Size returns the size of the graph.
func (g *Graph) Size() Size {
	var s Size
	for node, gate := range g.gates {
		switch gate {
		case And:
			s.And++
		case Or:
			s.Or++
		case Not:
			s.Not++
		}
		s.Wires += len(g.preds[node])
	}
	return s
}

// successors counts the arcs that leave each node, with an output counted as two, so that 1 means: one successor, and
// no output.
func (g *Graph) successors() []int32 {
	counts := make([]int32, len(g.gates))
	for _, preds := range g.preds {
		for _, p := range preds {
			counts[p]++
		}
	}
	for _, node := range g.outputs {
		counts[node] += 2
	}
	return counts
}

// substitution replaces nodes by other nodes.
type substitution []int32

func (g *Graph) newSubstitution() substitution {
	s := make(substitution, len(g.gates))
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// of returns what stands for a node in the end.
func (s substitution) of(node int32) int32 {
	for s[node] != node {
		s[node] = s[s[node]]
		node = s[node]
	}
	return node
}

// apply replaces nodes in all predecessors and outputs. A node that was replaced is removed.
func (g *Graph) apply(s substitution) {
	for node := range g.gates {
		if s.of(int32(node)) != int32(node) {
			g.gates[node], g.preds[node] = None, nil
			continue
		}
		changed := false
		for i, p := range g.preds[node] {
			if q := s.of(p); q != p {
				g.preds[node][i] = q
				changed = true
			}
		}
		if changed {
			g.tidy(int32(node))
		}
	}
	for i, node := range g.outputs {
		g.outputs[i] = s.of(node)
	}
}

// tidy puts the predecessors of a node in order. An Or that supports itself gains nothing by it, and an And that does
// can never be derived.
func (g *Graph) tidy(node int32) {
	preds := g.preds[node]
	slices.Sort(preds)
	preds = slices.Compact(preds)
	if i, itself := slices.BinarySearch(preds, node); itself {
		switch g.gates[node] {
		case Or:
			preds = slices.Delete(preds, i, i+1)
		case And:
			g.gates[node], preds = Or, nil
		}
	}
	g.preds[node] = preds
}
