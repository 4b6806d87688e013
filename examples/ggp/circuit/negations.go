package circuit

import "slices"

// removeDoubleNegations replaces ¬¬a by a.
func (g *Graph) removeDoubleNegations() bool {
	s := g.newSubstitution()
	changed := false
	for node, gate := range g.gates {
		if gate != Not {
			continue
		}
		if p := g.preds[node][0]; g.gates[p] == Not {
			s[node] = g.preds[p][0]
			changed = true
		}
	}
	if changed {
		g.apply(s)
	}
	return changed
}

// cutComplements makes an And of a and ¬a false, and an Or of them true.
func (g *Graph) cutComplements() bool {
	changed := false
	for node, gate := range g.gates {
		if gate != And && gate != Or {
			continue
		}
		preds := g.preds[node]
		if !slices.ContainsFunc(preds, func(p int32) bool {
			return g.gates[p] == Not && contains(preds, g.preds[p][0])
		}) {
			continue
		}
		if gate == And {
			g.setFalse(int32(node))
		} else {
			g.setTrue(int32(node))
		}
		changed = true
	}
	return changed
}

// contains tells whether a sorted list has a node.
func contains(sorted []int32, node int32) bool {
	_, found := slices.BinarySearch(sorted, node)
	return found
}
