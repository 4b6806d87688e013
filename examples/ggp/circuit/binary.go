package circuit

import "slices"

// split replaces gates of more than most inputs by trees of gates of at most that many, halving (with 2) the inputs, and
// merges equal nodes: the last transformation of Vittaut 2017, section 2.3.2.2.
func (g *Graph) split(most int) {
	table := newNodeTable(len(g.gates))
	s := g.newSubstitution()
	for _, node := range g.order() {
		gate := g.gates[node]
		if gate == Input {
			continue
		}
		g.redirect(node, s)
		if gate == And || gate == Or {
			g.preds[node] = g.tree(table, gate, g.preds[node], most)
		}
		if !g.onCycle(node) {
			s[node] = table.insert(g, node)
		}
		for len(s) < len(g.gates) {
			s = append(s, int32(len(s)))
		}
	}
	g.apply(s)
	g.updateCycles()
}

// tree returns at most most nodes whose And or Or equals that of preds.
func (g *Graph) tree(table *nodeTable, gate Gate, preds []int32, most int) []int32 {
	if len(preds) <= most {
		return preds
	}
	halves := make([]int32, 0, most)
	for i := range most {
		halves = append(halves, g.branch(table, gate, preds[i*len(preds)/most:(i+1)*len(preds)/most], most))
	}
	slices.Sort(halves)
	return slices.Compact(halves)
}

// branch returns a node for the And or Or of preds.
func (g *Graph) branch(table *nodeTable, gate Gate, preds []int32, most int) int32 {
	if len(preds) == 1 {
		return preds[0]
	}
	node := g.add(gate, slices.Clone(g.tree(table, gate, preds, most)))
	same := table.insert(g, node)
	if same != node {
		g.remove(node)
	}
	return same
}
