package circuit

import "slices"

// absorb applies a∨(a∧b) = a and a∨(¬a∧b) = a∨b, and their duals, to each Or and its predecessors of type And, and to
// each And and its predecessors of type Or. The second changes the inner gate, so that it must serve nothing else.
func (g *Graph) absorb() bool {
	succs := g.successors()
	among := make([]int32, len(g.gates))  // 1 + the last node that a node is a predecessor of
	denied := make([]int32, len(g.gates)) // 1 + the last node that the complement of a node is a predecessor of
	negation := make([]int32, len(g.gates))
	for node, gate := range g.gates {
		if gate == Not {
			negation[g.preds[node][0]] = int32(node) // a Not is never node 0 if there is an input
		}
	}
	changed := false
	for i, gate := range g.gates {
		if gate != And && gate != Or {
			continue
		}
		node := int32(i)
		inner := And + Or - gate
		some := false
		for _, p := range g.preds[node] {
			among[p] = node + 1
			if g.gates[p] == Not {
				denied[g.preds[p][0]] = node + 1
			} else if n := negation[p]; n != 0 {
				denied[n] = node + 1
			}
			some = some || g.gates[p] == inner
		}
		if !some {
			continue
		}
		absorbed := func(p int32) bool {
			return g.gates[p] == inner && !g.onCycle(p) &&
				slices.ContainsFunc(g.preds[p], func(q int32) bool { return among[q] == node+1 })
		}
		kept := slices.DeleteFunc(g.preds[node], absorbed)
		changed = changed || len(kept) < len(g.preds[node])
		g.preds[node] = kept
		for _, p := range kept {
			if g.gates[p] != inner || succs[p] != 1 {
				continue
			}
			rest := slices.DeleteFunc(g.preds[p], func(q int32) bool { return denied[q] == node+1 })
			changed = changed || len(rest) < len(g.preds[p])
			g.preds[p] = rest
		}
	}
	return changed
}
