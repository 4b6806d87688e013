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
	table := make(nodeTable, len(order))
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

// A nodeTable finds nodes by a hash of their type and predecessors.
type nodeTable map[uint64]int32

// insert returns the node of the table that equals this one. If there is none, this node is inserted and returned.
func (t nodeTable) insert(g *Graph, node int32) int32 {
	hash := uint64(g.gates[node])
	for _, p := range g.preds[node] {
		hash = transposition.Mix(hash ^ uint64(p)<<8)
	}
	if same, known := t[hash]; known && g.gates[same] == g.gates[node] && slices.Equal(g.preds[same], g.preds[node]) {
		return same
	}
	t[hash] = node
	return node
}
