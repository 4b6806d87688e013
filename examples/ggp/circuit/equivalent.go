package circuit

import (
	"slices"

	"github.com/ply-search/ply/transposition"
)

// mergeEquivalent merges nodes of the same type and the same predecessors. Nodes are met in the order of their
// dependencies, so that one pass merges all, except on cycles. The table holds nodes by a hash of their type and
// predecessors: Vittaut 2017, section 2.3.2.2, who explains why hashes of the logical function itself are poor.
func (g *Graph) mergeEquivalent() bool {
	s := g.newSubstitution()
	order := g.order()
	table := newNodeTable(len(order))
	changed := false
	for _, node := range order {
		if g.gates[node] == Input {
			continue
		}
		preds := g.preds[node]
		for i, p := range preds {
			preds[i] = s.of(p)
		}
		g.tidy(node)
		if same := table.insert(g, node); same != node {
			s[node] = same
			changed = true
		}
	}
	if changed {
		g.apply(s)
	}
	return changed
}

// A nodeTable finds nodes by their type and predecessors. It is a hash table with linear probing.
type nodeTable struct {
	slots []int32 // a node plus 1, 0 if empty
	used  int
}

func newNodeTable(nodes int) *nodeTable {
	size := 64
	for size < 2*nodes {
		size *= 2
	}
	return &nodeTable{slots: make([]int32, size)}
}

// insert returns the node of the table that equals this one. If there is none, this node is inserted and returned.
func (t *nodeTable) insert(g *Graph, node int32) int32 {
	if 2*t.used >= len(t.slots) {
		t.grow(g)
	}
	slot := t.find(g, g.gates[node], g.preds[node])
	if t.slots[slot] == 0 {
		t.slots[slot] = node + 1
		t.used++
	}
	return t.slots[slot] - 1
}

func (t *nodeTable) find(g *Graph, gate Gate, preds []int32) int {
	hash := uint64(gate)
	for _, p := range preds {
		hash = transposition.Mix(hash ^ uint64(p)<<8)
	}
	mask := len(t.slots) - 1
	slot := int(hash) & mask
	for t.slots[slot] != 0 {
		other := t.slots[slot] - 1
		if g.gates[other] == gate && slices.Equal(g.preds[other], preds) {
			break
		}
		slot = (slot + 1) & mask
	}
	return slot
}

func (t *nodeTable) grow(g *Graph) {
	nodes := t.slots
	t.slots = make([]int32, 2*len(nodes))
	for _, n := range nodes {
		if n != 0 {
			t.slots[t.find(g, g.gates[n-1], g.preds[n-1])] = n
		}
	}
}
