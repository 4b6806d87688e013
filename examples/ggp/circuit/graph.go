package circuit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/internal/scc"
)

// A Gate is the type of a node of a [Graph].
type Gate uint8

const (
	None  Gate = iota // a node that was removed
	Input             // a fact of the present state, or a move that a role makes
	And               // an And of no predecessors is true
	Or                // an Or of no predecessors is false
	Not               // has one predecessor
)

// A Graph is a game as logic gates: Vittaut 2017, section 2.3.2.1, but with outputs apart from nodes, so several outputs
// can share a node.
//
// Predecessors of a node are sorted and distinct. Cycles consist of And and Or gates only and mean the least fixpoint.
type Graph struct {
	*Signature
	gates   []Gate
	preds   [][]int32
	inputs  int     // nodes 0 to inputs-1 are the facts, then the moves by role
	outputs []int32 // the node of each output, in the order of Signature.span
	cyclic  []bool  // nodes on cycles, nil if there are none
}

// New makes the graph of a program, without simplifying it, in time and memory proportional to the program. It returns an
// error if the program is malformed, and a [*CycleError] if an atom depends on its own negation.
func New(p *ground.Program) (*Graph, error) {
	s, number, err := nameAtoms(p)
	if err != nil {
		return nil, err
	}
	g := &Graph{Signature: s, inputs: s.firstMove(len(s.Roles))}
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

	// Nodes of atoms come first. All predecessors share one array.
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
			atoms[i] = number[i]
		case ground.Does:
			atoms[i] = int32(s.firstMove(a.Role)) + number[i]
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
		g.preds[head] = append(g.preds[head], rule) // in the order of nodes
	}

	g.connectOutputs(p, number, atoms)
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

// connectOutputs sets the node of each output: false without an atom, and the Or of several atoms.
func (g *Graph) connectOutputs(p *ground.Program, number, atoms []int32) {
	never := g.add(Or, nil)
	_, count := g.span(partSees)
	g.outputs = slices.Repeat([]int32{never}, count)
	kinds := [...]part{ground.Terminal: partTerminal, ground.Legal: partLegal, ground.Goal: partGoal,
		ground.Next: partNext, ground.Sees: partSees}
	for i, a := range p.Atoms {
		switch a.Kind {
		case ground.Terminal, ground.Legal, ground.Goal, ground.Next, ground.Sees:
			output, _ := g.span(kinds[a.Kind])
			switch a.Kind {
			case ground.Legal:
				output += g.firstMove(a.Role) - len(g.Facts)
			case ground.Sees:
				output += g.firstPercept(a.Role)
			}
			output += int(number[i])
			if before := g.outputs[output]; before == never {
				g.outputs[output] = atoms[i]
			} else {
				g.outputs[output] = g.add(Or, []int32{min(before, atoms[i]), max(before, atoms[i])})
			}
		}
	}
}

// add appends a node. It takes over the predecessors, which must be sorted.
func (g *Graph) add(gate Gate, preds []int32) int32 {
	g.gates = append(g.gates, gate)
	g.preds = append(g.preds, preds)
	return int32(len(g.gates) - 1)
}

func (g *Graph) isFalse(node int32) bool { return g.gates[node] == Or && len(g.preds[node]) == 0 }

func (g *Graph) isTrue(node int32) bool { return g.gates[node] == And && len(g.preds[node]) == 0 }

func (g *Graph) isConstant(node int32) bool { return g.gates[node] != Input && len(g.preds[node]) == 0 }

func (g *Graph) set(node int32, value bool) {
	if g.gates[node], g.preds[node] = Or, nil; value {
		g.gates[node] = And
	}
}

func (g *Graph) remove(node int32) { g.gates[node], g.preds[node] = None, nil }

// cut removes predecessors of a node, and reports whether there were any to remove.
func (g *Graph) cut(node int32, which func(int32) bool) bool {
	before := len(g.preds[node])
	g.preds[node] = slices.DeleteFunc(g.preds[node], which)
	return len(g.preds[node]) < before
}

// A Size counts gates and the wires between them.
type Size struct{ And, Or, Not, Wires int }

func (s Size) Gates() int { return s.And + s.Or + s.Not }

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

// successors counts the wires that leave each node, and each output twice: 1 means one successor and no output.
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

// A substitution maps nodes to nodes.
type substitution []int32

func (g *Graph) newSubstitution() substitution {
	s := make(substitution, len(g.gates))
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// of returns the final substitute of a node.
func (s substitution) of(node int32) int32 {
	for s[node] != node {
		s[node] = s[s[node]]
		node = s[node]
	}
	return node
}

// apply replaces nodes in all predecessors and outputs and removes them. It reports whether there were any.
func (g *Graph) apply(s substitution) bool {
	changed := false
	for node := range s {
		changed = changed || s[node] != int32(node)
	}
	if !changed {
		return false
	}
	for node := range g.gates {
		if s.of(int32(node)) != int32(node) {
			g.remove(int32(node))
		} else {
			g.redirect(int32(node), s)
		}
	}
	for i, node := range g.outputs {
		g.outputs[i] = s.of(node)
	}
	return true
}

// redirect replaces predecessors of a node.
func (g *Graph) redirect(node int32, s substitution) {
	changed := false
	for i, p := range g.preds[node] {
		if q := s.of(p); q != p {
			g.preds[node][i], changed = q, true
		}
	}
	if changed {
		g.tidy(node)
	}
}

// tidy sorts the predecessors of a node. An Or gains nothing by supporting itself, and such an And can never be derived.
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

// Clone returns a copy of the graph.
func (g *Graph) Clone() *Graph {
	c := *g
	c.gates = slices.Clone(g.gates)
	c.preds = make([][]int32, len(g.preds))
	for node, preds := range g.preds {
		c.preds[node] = slices.Clone(preds)
	}
	c.outputs = slices.Clone(g.outputs)
	c.cyclic = slices.Clone(g.cyclic)
	return &c
}

// From returns a copy of the graph for matches that begin in a state, in which the pass [Frozen] finds more constants.
// Facts and moves keep their numbers. From returns an error if the length of the state is wrong.
func (g *Graph) From(state State) (*Graph, error) {
	if len(state) != g.Words() {
		return nil, fmt.Errorf("circuit: a state of %d words, want %d", len(state), g.Words())
	}
	c := g.Clone()
	s := *g.Signature
	s.Initial = slices.Clone(state)
	c.Signature = &s
	return c, nil
}

// A CycleError reports atoms that depend on their own negation, so the program is not stratified.
type CycleError struct {
	Atoms []string // in no particular order
}

func (e *CycleError) Error() string {
	const most = 8
	shown := e.Atoms
	ending := ""
	if len(shown) > most {
		shown, ending = shown[:most], fmt.Sprintf(" and %d more", len(e.Atoms)-most)
	}
	return "circuit: a cycle through a negation: " + strings.Join(shown, ", ") + ending
}

// findCycles marks the nodes on cycles, and returns an error if a Not is on one.
func (g *Graph) findCycles(p *ground.Program, atoms []int32) error {
	g.markCycles()
	for node, gate := range g.gates {
		if gate != Not || !g.onCycle(int32(node)) {
			continue
		}
		// Computed again, as this happens only once.
		_, component, _ := scc.Components(g.preds)
		err := new(CycleError)
		for i, a := range p.Atoms {
			if component[atoms[i]] == component[node] {
				err.Atoms = append(err.Atoms, a.Term)
			}
		}
		return err
	}
	return nil
}

func (g *Graph) onCycle(node int32) bool {
	return g.cyclic != nil && int(node) < len(g.cyclic) && g.cyclic[node]
}

// markCycles marks the nodes on cycles.
func (g *Graph) markCycles() {
	_, component, count := scc.Components(g.preds)
	size := make([]int32, count)
	for _, c := range component {
		size[c]++
	}
	cyclic := make([]bool, len(g.gates))
	for node := range cyclic {
		cyclic[node] = size[component[node]] > 1 || slices.Contains(g.preds[node], int32(node))
	}
	if g.cyclic = cyclic; !slices.Contains(cyclic, true) {
		g.cyclic = nil
	}
}

// updateCycles marks the nodes on cycles again if there were any.
func (g *Graph) updateCycles() {
	if g.cyclic != nil {
		g.markCycles()
	}
}
