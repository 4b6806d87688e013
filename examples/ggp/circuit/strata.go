package circuit

import (
	"slices"

	"github.com/ply-search/ply/examples/ggp/internal/scc"
)

// A stratum is a set of gates of one part that do not depend on one another, or one cycle of gates.
type stratum struct {
	gates []int32
	cycle bool
}

// strata divides the gates of a part: those of a stratum depend on earlier parts, on inputs and on earlier strata of
// this part only: Vittaut 2017, algorithm 2.3. All gates of a cycle are in a stratum of their own.
func (g *Graph) strata(of []part) [parts][]stratum {
	_, component, _ := scc.Components(g.preds)
	level := make([]int32, len(g.gates))
	var byLevel [parts][][]int32
	var cycles [parts][][][]int32 // by level, too
	for order := g.order(); len(order) > 0; {
		first, size := order[0], 1
		for size < len(order) && component[order[size]] == component[first] {
			size++
		}
		nodes := order[:size:size]
		order = order[size:]
		p := of[first]
		if p == parts || g.gates[first] == Input || g.isTrue(first) || g.isFalse(first) {
			level[first] = -1
			continue
		}
		at := int32(0)
		for _, node := range nodes {
			for _, pred := range g.preds[node] {
				if of[pred] == p && component[pred] != component[node] {
					at = max(at, level[pred]+1)
				}
			}
		}
		for _, node := range nodes {
			level[node] = at
		}
		for len(byLevel[p]) <= int(at) {
			byLevel[p] = append(byLevel[p], nil)
			cycles[p] = append(cycles[p], nil)
		}
		if g.onCycle(first) {
			cycles[p][at] = append(cycles[p][at], nodes)
		} else {
			byLevel[p][at] = append(byLevel[p][at], nodes...)
		}
	}
	var result [parts][]stratum
	for p := range parts {
		for at, gates := range byLevel[p] {
			if len(gates) > 0 {
				slices.Sort(gates)
				result[p] = append(result[p], stratum{gates: gates})
			}
			for _, nodes := range cycles[p][at] {
				result[p] = append(result[p], stratum{gates: nodes, cycle: true})
			}
		}
	}
	return result
}
