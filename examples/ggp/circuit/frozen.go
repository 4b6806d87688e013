package circuit

import "slices"

// A ternary value is known to be false, known to be true, or unknown.
type ternary uint8

const (
	never ternary = iota
	always
	unknown
)

// fixFrozen replaces gates with the same value in all reachable states by constants: facts that keep their initial value,
// moves that are never legal, and nodes that follow from them.
//
// It assumes that facts keep their initial value and that no move is legal, evaluates the graph with three values, and
// retracts refuted assumptions until none is left: the others hold at the start and are preserved by each move. Values
// change at most once, to unknown, so the time is proportional to the size of the graph. Nodes on cycles are unknown.
func (g *Graph) fixFrozen() bool {
	f := &freezer{
		Graph:    g,
		values:   make([]ternary, len(g.gates)),
		deciding: make([]int32, len(g.gates)),
		unknowns: make([]int32, len(g.gates)),
		succs:    g.successorLists(),
		uses:     make(map[int32][]int32),
	}
	for fact := range g.Facts {
		if g.Initial.Has(fact) {
			f.values[fact] = always
		}
	}
	for _, node := range g.order() {
		f.evaluate(node)
	}
	// The next state can refute a fact, and a legal move can be made.
	for output, node := range g.outputs {
		if input := g.feeds(output); input >= 0 {
			f.uses[node] = append(f.uses[node], input)
			f.compare(input, node)
		}
	}
	for len(f.queue) > 0 {
		last := f.queue[len(f.queue)-1]
		f.queue = f.queue[:len(f.queue)-1]
		for _, s := range f.succs.of(last.node) {
			f.update(s, last.before)
		}
		for _, input := range f.uses[last.node] {
			f.compare(input, last.node)
		}
	}
	return f.replace()
}

// feeds returns the input that belongs to an output: the present fact to the next one, and the move to its legality. It
// returns -1 for other outputs.
func (g *Graph) feeds(output int) int32 {
	if from, to := g.span(partNext); output >= from && output < to {
		return int32(output - from)
	}
	if from, to := g.span(partLegal); output >= from && output < to {
		return int32(len(g.Facts) + output - from)
	}
	return -1
}

type freezer struct {
	*Graph
	values   []ternary
	deciding []int32 // the number of predecessors whose value decides the gate
	unknowns []int32 // the number of predecessors whose value is unknown
	succs    adjacency
	uses     map[int32][]int32 // the inputs that a node feeds as an output
	queue    []change
}

// A change is a node that became unknown, and its value before.
type change struct {
	node   int32
	before ternary
}

func (f *freezer) evaluate(node int32) {
	if f.gates[node] == Input {
		return
	}
	if f.onCycle(node) {
		f.values[node] = unknown
		return
	}
	for _, p := range f.preds[node] {
		switch f.values[p] {
		case unknown:
			f.unknowns[node]++
		case f.gates[node].decides():
			f.deciding[node]++
		}
	}
	f.values[node] = f.valueOf(node)
}

func (f *freezer) valueOf(node int32) ternary {
	return f.gates[node].value(f.deciding[node], f.unknowns[node])
}

// decides returns the value of an input that alone decides the gate.
func (gate Gate) decides() ternary {
	if gate == And {
		return never
	}
	return always
}

// value returns the value of a gate with this many deciding and unknown inputs.
func (gate Gate) value(deciding, unknowns int32) ternary {
	result := gate.decides()
	if gate == Not {
		result = always - result
	}
	switch {
	case deciding > 0:
		return result
	case unknowns > 0:
		return unknown
	}
	return always - result
}

// update counts a predecessor that became unknown.
func (f *freezer) update(node int32, before ternary) {
	if f.values[node] == unknown {
		return
	}
	f.unknowns[node]++
	if before == f.gates[node].decides() {
		f.deciding[node]--
	}
	if f.valueOf(node) == unknown {
		f.forget(node)
	}
}

// compare retracts the assumption about an input if the output that feeds it has another value.
func (f *freezer) compare(input, output int32) {
	if f.values[input] != unknown && f.values[input] != f.values[output] {
		f.forget(input)
	}
}

func (f *freezer) forget(node int32) {
	f.queue = append(f.queue, change{node, f.values[node]})
	f.values[node] = unknown
}

// replace replaces the nodes with known values by constants.
func (f *freezer) replace() bool {
	g := f.Graph
	constants := [2]int32{-1, -1}
	s := g.newSubstitution()
	for node, v := range f.values {
		used := len(f.succs.of(int32(node))) > 0 || len(f.uses[int32(node)]) > 0
		if v == unknown || g.gates[node] == None || g.isConstant(int32(node)) || !used {
			continue
		}
		if constants[v] < 0 {
			constants[v] = g.add([2]Gate{never: Or, always: And}[v], nil)
			s = append(s, constants[v])
		}
		s[node] = constants[v]
	}
	return g.replaceInputs(s)
}

// replaceInputs is apply for substitutions of inputs, whose nodes remain.
func (g *Graph) replaceInputs(s substitution) bool {
	changed := g.apply(s)
	for node := range g.inputs {
		g.gates[node] = Input
	}
	return changed
}

// An adjacency holds a list for each node in one array.
type adjacency struct{ first, nodes []int32 }

func (a adjacency) of(node int32) []int32 {
	if int(node)+1 >= len(a.first) {
		return nil
	}
	return a.nodes[a.first[node]:a.first[node+1]]
}

func (g *Graph) successorLists() adjacency {
	wires := make([][2]int32, 0, g.Size().Wires)
	for node, preds := range g.preds {
		for _, p := range preds {
			wires = append(wires, [2]int32{p, int32(node)})
		}
	}
	return lists(wires, len(g.gates))
}

// lists returns the second numbers of pairs by their first.
func lists(pairs [][2]int32, nodes int) adjacency {
	a := adjacency{first: make([]int32, nodes+1), nodes: make([]int32, len(pairs))}
	for _, p := range pairs {
		a.first[p[0]+1]++
	}
	for node := range nodes {
		a.first[node+1] += a.first[node]
	}
	next := slices.Clone(a.first)
	for _, p := range pairs {
		a.nodes[next[p[0]]] = p[1]
		next[p[0]]++
	}
	return a
}

// latches finds the facts that keep one of their values once they have it, for all other facts and moves.
func (g *Graph) latches() (set, unset []int) {
	from, _ := g.span(partNext)
	for fact := range g.Facts {
		for v, latched := range []*[]int{never: &unset, always: &set} {
			values := map[int32]ternary{int32(fact): ternary(v)}
			if g.valueIn(values, g.outputs[from+fact]) == ternary(v) {
				*latched = append(*latched, fact)
			}
		}
	}
	return set, unset
}

// valueIn returns the value of a node, and adds it to the known values. Inputs that are not among them, and nodes on
// cycles, are unknown.
func (g *Graph) valueIn(values map[int32]ternary, node int32) ternary {
	value, known := values[node]
	gate := g.gates[node]
	switch {
	case known:
		return value
	case gate == Input || g.onCycle(node):
		return unknown
	}
	var deciding, unknowns int32
	for _, p := range g.preds[node] {
		switch g.valueIn(values, p) {
		case unknown:
			unknowns++
		case gate.decides():
			deciding++
		}
	}
	values[node] = gate.value(deciding, unknowns)
	return values[node]
}
