package circuit

import "slices"

// absorb applies a∨(a∧b) = a and a∨(¬a∧b) = a∨b, and their duals, to each Or and its predecessors of type And, and to
// each And and its predecessors of type Or. The second changes the inner gate, so that it must serve nothing else.
func (g *Graph) absorb() bool {
	succs := g.successors()
	negation := make([]int32, len(g.gates)) // the Not of a node, -1 if there is none
	for i := range negation {
		negation[i] = -1
	}
	for node, gate := range g.gates {
		if gate == Not {
			negation[g.preds[node][0]] = int32(node)
		}
	}
	// opposite returns the complement of a node, or -1.
	opposite := func(node int32) int32 {
		if g.gates[node] == Not {
			return g.preds[node][0]
		}
		return negation[node]
	}
	changed := false
	for node, gate := range g.gates {
		if gate != And && gate != Or {
			continue
		}
		preds := g.preds[node]
		absorbed := func(p int32) bool {
			return g.gates[p] == And+Or-gate && !g.onCycle(p) &&
				slices.ContainsFunc(g.preds[p], func(q int32) bool { return contains(preds, q) })
		}
		if slices.ContainsFunc(preds, absorbed) {
			kept := make([]int32, 0, len(preds))
			for _, p := range preds {
				if !absorbed(p) {
					kept = append(kept, p)
				}
			}
			g.preds[node] = kept
			preds = kept
			changed = true
		}
		for _, p := range preds {
			if g.gates[p] != And+Or-gate || succs[p] != 1 {
				continue
			}
			inner := slices.DeleteFunc(g.preds[p], func(q int32) bool {
				o := opposite(q)
				return o >= 0 && o != p && contains(preds, o)
			})
			changed = changed || len(inner) < len(g.preds[p])
			g.preds[p] = inner
		}
	}
	return changed
}
