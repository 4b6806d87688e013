package circuit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/ggp/ground"
	"github.com/ply-search/ply/internal/scc"
)

// A CycleError reports atoms that depend on their own negation, so the program is not stratified.
type CycleError struct {
	Atoms []string // in no particular order
}

func (e *CycleError) Error() string {
	const most = 8
	shown := e.Atoms
	ending := ""
	if len(shown) > most {
		shown, ending = shown[:most], fmt.Sprintf(" and %d more", len(e.Atoms)-most)
	}
	return "circuit: a cycle through a negation: " + strings.Join(shown, ", ") + ending
}

// findCycles marks the nodes on cycles, and returns an error if a Not is on one.
func (g *Graph) findCycles(p *ground.Program, atoms []int32) error {
	g.markCycles()
	for node, gate := range g.gates {
		if gate != Not || !g.onCycle(int32(node)) {
			continue
		}
		// Computed again, as this happens only once.
		_, component, _ := scc.Components(g.preds)
		err := new(CycleError)
		for i, a := range p.Atoms {
			if component[atoms[i]] == component[node] {
				err.Atoms = append(err.Atoms, a.Term)
			}
		}
		return err
	}
	return nil
}

// Cyclic returns the number of gates on cycles, such as those of recursive relations.
func (g *Graph) Cyclic() int {
	count := 0
	for _, c := range g.cyclic {
		if c {
			count++
		}
	}
	return count
}

func (g *Graph) onCycle(node int32) bool {
	return g.cyclic != nil && int(node) < len(g.cyclic) && g.cyclic[node]
}

// markCycles marks the nodes on cycles.
func (g *Graph) markCycles() {
	_, component, count := scc.Components(g.preds)
	size := make([]int32, count)
	for _, c := range component {
		size[c]++
	}
	cyclic := make([]bool, len(g.gates))
	for node := range cyclic {
		cyclic[node] = size[component[node]] > 1 || slices.Contains(g.preds[node], int32(node))
	}
	if g.cyclic = cyclic; !slices.Contains(cyclic, true) {
		g.cyclic = nil
	}
}

// updateCycles marks the nodes on cycles again if there were any.
func (g *Graph) updateCycles() {
	if g.cyclic != nil {
		g.markCycles()
	}
}
