package circuit

// A ternary value is known to be false, known to be true, or unknown.
type ternary uint8

const (
	never ternary = iota
	always
	unknown
)

// fixFrozen replaces by constants all gates that have one value in all reachable states: facts that keep their initial
// value, moves that are never legal, and what follows from them.
//
// It supposes that all facts keep their initial value and that no move is made, evaluates the graph with three values,
// and takes back what is refuted, until nothing is: then what is left of the suppositions holds at the start, and is
// kept by each move. Values change at most once, to unknown, so that the time is in proportion to the size of the
// graph. Nodes on cycles are taken as unknown.
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

// feeds returns the input that an output belongs to: the fact of the present state to that of the next state, and the
// move made to the legal move. It returns -1 for others.
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
	deciding []int32 // the number of predecessors whose value decides: false for And, true for Or
	unknowns []int32 // the number of predecessors whose value is unknown
	succs    adjacency
	uses     map[int32][]int32 // the inputs that a node feeds as an output
	queue    []change
}

// A change is that of a node from a known value to unknown.
type change struct {
	node   int32
	before ternary
}

// evaluate finds the value of a gate from those of its predecessors.
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
		case f.decides(node):
			f.deciding[node]++
		}
	}
	f.values[node] = f.valueOf(node)
}

// decides returns the value of a predecessor that decides that of the node.
func (f *freezer) decides(node int32) ternary {
	if f.gates[node] == And {
		return never
	}
	return always
}

func (f *freezer) valueOf(node int32) ternary {
	decides := f.decides(node)
	result := decides
	if f.gates[node] == Not {
		result = always - decides
	}
	switch {
	case f.deciding[node] > 0:
		return result
	case f.unknowns[node] > 0:
		return unknown
	default:
		return always - result
	}
}

// update counts a change of a predecessor.
func (f *freezer) update(node int32, before ternary) {
	if f.values[node] == unknown {
		return
	}
	f.unknowns[node]++
	if before == f.decides(node) {
		f.deciding[node]--
	}
	if f.valueOf(node) == unknown {
		f.forget(node)
	}
}

// compare takes the supposition about an input back if the output that feeds it has another value.
func (f *freezer) compare(input, output int32) {
	if f.values[input] != unknown && f.values[input] != f.values[output] {
		f.forget(input)
	}
}

func (f *freezer) forget(node int32) {
	f.queue = append(f.queue, change{node, f.values[node]})
	f.values[node] = unknown
}

// replace puts constants for all nodes whose value is known.
func (f *freezer) replace() bool {
	g := f.Graph
	constants := [2]int32{-1, -1}
	s := g.newSubstitution()
	changed := false
	for node := range f.values {
		v := f.values[node]
		used := len(f.succs.of(int32(node))) > 0 || len(f.uses[int32(node)]) > 0
		if v == unknown || g.gates[node] == None || g.isConstant(int32(node)) || !used {
			continue
		}
		if constants[v] < 0 {
			constants[v] = g.add([2]Gate{never: Or, always: And}[v], nil)
			s = append(s, constants[v])
		}
		s[node] = constants[v]
		changed = true
	}
	if !changed {
		return false
	}
	g.replaceInputs(s)
	return true
}

// replaceInputs is like apply, but keeps the nodes of inputs.
func (g *Graph) replaceInputs(s substitution) {
	g.apply(s)
	for node := range g.inputs {
		g.gates[node] = Input
	}
}

// adjacency holds a list for each node, in one array.
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

// lists makes an adjacency of pairs.
func lists(pairs [][2]int32, nodes int) adjacency {
	a := adjacency{first: make([]int32, nodes+1), nodes: make([]int32, len(pairs))}
	for _, p := range pairs {
		a.first[p[0]+1]++
	}
	for node := range nodes {
		a.first[node+1] += a.first[node]
	}
	next := append([]int32(nil), a.first...)
	for _, p := range pairs {
		a.nodes[next[p[0]]] = p[1]
		next[p[0]]++
	}
	return a
}
