package circuit

// bypassRedundant replaces each And and Or of one predecessor by the predecessor.
func (g *Graph) bypassRedundant() bool {
	s := g.newSubstitution()
	changed := false
	for node, gate := range g.gates {
		if gate != And && gate != Or || len(g.preds[node]) != 1 {
			continue
		}
		changed = true
		if p := s.of(g.preds[node][0]); p != int32(node) {
			s[node] = p
		} else {
			g.gates[node], g.preds[node] = Or, nil // a cycle of such gates: nothing supports it
		}
	}
	if changed {
		g.apply(s)
	}
	return changed
}
