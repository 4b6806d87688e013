package circuit

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A Network is a game for machines that evaluate only what changes. It is immutable and safe for concurrent use.
//
// AND and OR gates count their true inputs, and are true from a threshold on. A NOT is a sign of wires: the input counts
// while it is false.
type Network struct {
	*Signature
	nodes    int
	inputs   int              // they precede all gates
	spans    []span           // where the wires and bits of each node begin, with one more at the end
	wires    []int32          // of each node: twice each gate that it feeds, plus 1 if negated
	bits     []int32          // of each node: the outputs with its value or the opposite
	level    []int32          // of each gate
	queues   []int32          // where the queue of each level begins, with one more at the end
	parts    [parts + 1]int32 // the first level of each part: a multiple of 64
	slack    []int32          // of each gate, if no fact holds: its true inputs minus its threshold
	outputs  []uint64         // their values then
	firstOut [parts]int
	firstDo  []int32
}

type span struct{ wires, bits int32 }

// ErrCyclic is the error of [Graph.Network] for gates that depend on themselves.
var ErrCyclic = errors.New("circuit: gates depend on themselves")

// Network makes a network of the graph, which remains as it is. It returns [ErrCyclic] if gates depend on themselves,
// whose least fixpoint counting does not find, and the errors of [Graph.Compile].
func (g *Graph) Network() (*Network, error) {
	if g.cyclic != nil {
		return nil, ErrCyclic
	}
	of, err := g.partition()
	if err != nil {
		return nil, err
	}
	n := &Network{Signature: g.Signature, nodes: len(g.gates), inputs: g.inputs, slack: make([]int32, len(g.gates))}
	n.setLevels(g, of)
	base := func(node int32) (of int32, negated int32) {
		for g.gates[node] == Not {
			node, negated = g.preds[node][0], 1-negated
		}
		return node, negated
	}
	value := make([]bool, len(g.gates))
	var wires, outputs [][2]int32
	for _, node := range g.order() {
		switch g.gates[node] {
		case And:
			n.slack[node] = -int32(len(g.preds[node]))
		case Or:
			n.slack[node] = -1
		default:
			continue
		}
		if of[node] == parts {
			continue
		}
		for _, p := range g.preds[node] {
			from, negated := base(p)
			wires = append(wires, [2]int32{from, node<<1 | negated})
			if value[from] != (negated == 1) {
				n.slack[node]++
			}
		}
		value[node] = n.slack[node] >= 0
	}
	for p := range parts {
		n.firstOut[p], _ = g.span(p)
	}
	n.outputs = make([]uint64, (len(g.outputs)+63)/64)
	for i, node := range g.outputs {
		from, negated := base(node)
		outputs = append(outputs, [2]int32{from, int32(i)})
		if value[from] != (negated == 1) {
			n.outputs[i>>6] |= 1 << (i & 63)
		}
	}
	w, b := lists(wires, n.nodes), lists(outputs, n.nodes)
	n.wires, n.bits = w.nodes, b.nodes
	for node := range w.first {
		n.spans = append(n.spans, span{w.first[node], b.first[node]})
	}
	for role := range g.Roles {
		n.firstDo = append(n.firstDo, int32(g.firstMove(role)))
	}
	return n, nil
}

// setLevels sets the level of each gate, above its predecessors, part by part.
func (n *Network) setLevels(g *Graph, of []part) {
	n.level = make([]int32, len(g.gates))
	var counts [parts][]int32
	for _, node := range g.order() {
		p := of[node]
		if gate := g.gates[node]; p == parts || gate != And && gate != Or && gate != Not {
			continue
		}
		at := int32(0)
		for _, pred := range g.preds[node] {
			if of[pred] == p && g.gates[pred] != Input {
				above := n.level[pred]
				if g.gates[pred] != Not {
					above++
				}
				at = max(at, above)
			}
		}
		n.level[node] = at
		if g.gates[node] == Not {
			continue // evaluated with its predecessor
		}
		for int(at) >= len(counts[p]) {
			counts[p] = append(counts[p], 0)
		}
		counts[p][at]++
	}
	first := int32(0)
	for p := range parts {
		n.parts[p] = int32(len(n.queues))
		for _, count := range counts[p] {
			n.queues = append(n.queues, first)
			first += count
		}
		for len(n.queues)%64 != 0 {
			n.queues = append(n.queues, first)
		}
	}
	n.parts[parts] = int32(len(n.queues))
	n.queues = append(n.queues, first)
	for node, p := range of {
		if p < parts {
			n.level[node] += n.parts[p]
		}
	}
}

// Suits reports whether a propagator is faster than a [Machine] for c, the circuit of the same graph: whether, in ten
// playouts, the wires that change with a joint move, plus two for each changed node, are at most a tenth of the operands
// that a Machine reads. Wires of different nodes are far apart in memory, and the changes are not known in advance.
func (n *Network) Suits(c *Circuit) bool {
	const matches, most = 10, 100
	m := n.NewPropagator()
	steps := 0
	m.work = 0
	random := rand.NewPCG(0, 0)
	for range matches {
		m.Reset()
		s, _ := m.Playout(random, most)
		steps += s
	}
	operands := 0
	for _, p := range []part{partTerminal, partLegal, partNext, partSees} {
		operands += len(c.codes[p].operands)
	}
	return 10*m.work <= steps*operands
}

// A Propagator is a machine of a [Network]: like a [Machine], it evaluates a game in one position, but only gates whose
// inputs change, stratum by stratum, which is faster where a move changes little. It allocates nothing after
// [Network.NewPropagator], and is for one goroutine.
type Propagator struct {
	*Network
	mover
	cells    []cell
	outputs  []uint64 // the values of all outputs
	state    State
	queue    []int32
	queued   []int32  // the length of each level's queue
	waiting  []uint64 // the levels with gates in their queue
	done     [parts]bool
	does     []int32 // the input of each role's last move, -1 for none
	changed  State   // scratch
	perceive []uint64
	work     int // the number of changed wires plus twice the number of changed nodes
}

// A cell is the value of a node.
type cell struct {
	slack  int32
	value  bool
	queued bool
}

// NewPropagator returns a machine in the initial state.
func (n *Network) NewPropagator() *Propagator {
	m := &Propagator{Network: n, mover: newMover(n.Signature), cells: make([]cell, n.nodes), outputs: slices.Clone(n.outputs),
		state: n.NewState(), changed: n.NewState(), queue: make([]int32, n.queues[len(n.queues)-1]),
		queued: make([]int32, len(n.queues)), waiting: make([]uint64, len(n.queues)/64),
		does: slices.Repeat([]int32{-1}, len(n.Roles))}
	m.machine = m
	for node := range m.cells {
		m.cells[node].slack = n.slack[node]
		m.cells[node].value = n.slack[node] >= 0 && node >= n.inputs
	}
	m.perceive = make([]uint64, len(n.outputs))
	m.Reset()
	return m
}

// Load goes to a state as [Machine.Load] does, in the time to evaluate the differences from the present one.
func (m *Propagator) Load(state State) {
	for i, word := range state {
		for differ := word ^ m.state[i]; differ != 0; differ &= differ - 1 {
			m.flip(int32(i<<6 + bits.TrailingZeros64(differ)))
		}
		m.state[i] = word
	}
	m.done = [parts]bool{}
	clear(m.perceive)
}

// Save writes the state to dst, of length [Signature.Words].
func (m *Propagator) Save(dst State) { copy(dst, m.state) }

// flip changes the value of a node and queues the gates that change with it.
func (m *Propagator) flip(node int32) {
	c := &m.cells[node]
	c.value = !c.value
	up := int32(-1)
	if c.value {
		up = 1
	}
	from, to := m.spans[node], m.spans[node+1]
	m.work += int(to.wires-from.wires) + 2
	for _, wire := range m.wires[from.wires:to.wires] {
		gate := wire >> 1
		c := &m.cells[gate]
		c.slack += up * (1 - wire&1*2)
		if (c.slack >= 0) != c.value && !c.queued {
			c.queued = true
			level := m.level[gate]
			m.queue[m.queues[level]+m.queued[level]] = gate
			m.queued[level]++
			m.waiting[level>>6] |= 1 << (level & 63)
		}
	}
	for _, output := range m.bits[from.bits:to.bits] {
		m.outputs[output>>6] ^= 1 << (output & 63)
	}
}

// need evaluates the queued gates of a part.
func (m *Propagator) need(p part) {
	if m.done[p] {
		return
	}
	m.done[p] = true
	for word := m.Network.parts[p] >> 6; word < m.Network.parts[p+1]>>6; word++ {
		for m.waiting[word] != 0 {
			level := word<<6 + int32(bits.TrailingZeros64(m.waiting[word]))
			first := m.queues[level]
			for _, gate := range m.queue[first : first+m.queued[level]] {
				c := &m.cells[gate]
				c.queued = false
				if (c.slack >= 0) != c.value {
					m.flip(gate)
				}
			}
			m.queued[level] = 0
			m.waiting[word] &= m.waiting[word] - 1
		}
	}
}

func (m *Propagator) has(p part, output int) bool {
	output += m.firstOut[p]
	return m.outputs[output>>6]>>(output&63)&1 != 0
}

// Terminal reports whether the match has ended.
func (m *Propagator) Terminal() bool {
	m.need(partTerminal)
	return m.has(partTerminal, 0)
}

// appendTrue appends the indices of the true values among n outputs from the first on.
func appendTrue(outputs []uint64, first, n int, dst []int32) []int32 {
	for at := first; at < first+n; at = at&^63 + 64 {
		word := outputs[at>>6] >> (at & 63)
		if left := first + n - at; left < 64-at&63 {
			word &= 1<<left - 1
		}
		for ; word != 0; word &= word - 1 {
			dst = append(dst, int32(at-first+bits.TrailingZeros64(word)))
		}
	}
	return dst
}

// Legal appends the numbers of a role's legal moves to dst. They are meaningless in a terminal state.
func (m *Propagator) Legal(role int, dst []int32) []int32 {
	m.need(partTerminal)
	m.need(partLegal)
	first := m.firstOut[partLegal] + int(m.firstDo[role]) - len(m.Facts)
	return appendTrue(m.outputs, first, len(m.Moves[role]), dst)
}

func (m *Propagator) play(joint []int32) {
	m.need(partTerminal)
	m.need(partLegal)
	for role, move := range joint {
		input := m.firstDo[role] + move
		if before := m.does[role]; before != input {
			if before >= 0 {
				m.flip(before)
			}
			m.flip(input)
			m.does[role] = input
		}
	}
	m.need(partNext)
	m.need(partSees)
	copy(m.perceive, m.outputs)
	first := m.firstOut[partNext]
	shift := first & 63
	for i := range m.changed {
		at := first>>6 + i
		word := m.outputs[at] >> shift
		if shift > 0 && at+1 < len(m.outputs) {
			word |= m.outputs[at+1] << (64 - shift)
		}
		if left := len(m.Facts) - i<<6; left < 64 {
			word &= 1<<left - 1
		}
		m.changed[i] = word ^ m.state[i]
	}
	for i, differ := range m.changed {
		m.state[i] ^= differ
		for ; differ != 0; differ &= differ - 1 {
			m.flip(int32(i<<6 + bits.TrailingZeros64(differ)))
		}
	}
	m.done = [parts]bool{}
}

// Sees appends the numbers of a role's percepts after the last joint move to dst.
func (m *Propagator) Sees(role int, dst []int32) []int32 {
	return appendTrue(m.perceive, m.firstOut[partSees]+m.firstPercept(role), len(m.Percepts[role]), dst)
}
