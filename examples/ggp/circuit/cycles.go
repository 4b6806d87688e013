package circuit

import (
	"fmt"
	"strings"

	"github.com/ply-search/ply/examples/ggp/ground"
)

// CycleError reports atoms that depend on their own negation, so that the program is not stratified and its rules do
// not say what holds.
type CycleError struct {
	Atoms []string // the atoms of the cycle, in no particular order
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

// findCycles marks the nodes of cycles, and returns an error if one contains a Not.
func (g *Graph) findCycles(p *ground.Program, atoms []int32) error {
	g.markCycles()
	for node, gate := range g.gates {
		if gate != Not || !g.onCycle(int32(node)) {
			continue
		}
		// The component of this node is found again, as this happens once.
		component, _ := g.components()
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

// Cyclic returns the number of gates that are part of cycles, such as those of a recursive relation.
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

// markCycles finds the nodes that are part of cycles.
func (g *Graph) markCycles() {
	component, count := g.components()
	size := make([]int32, count)
	for node, gate := range g.gates {
		if gate != None {
			size[component[node]]++
		}
	}
	g.cyclic = nil
	for node := range g.gates {
		if g.gates[node] == None {
			continue
		}
		cyclic := size[component[node]] > 1
		for _, p := range g.preds[node] {
			cyclic = cyclic || p == int32(node)
		}
		if cyclic {
			if g.cyclic == nil {
				g.cyclic = make([]bool, len(g.gates))
			}
			g.cyclic[node] = true
		}
	}
}

// components returns the strongly connected component of each node and their number. A component has a higher number
// than those that it depends on. The algorithm is that of R. Tarjan, "Depth-First Search and Linear Graph Algorithms",
// SIAM Journal on Computing 1, 1972, with a stack of its own, as lines of gates can be long.
func (g *Graph) components() (component []int32, count int) {
	n := len(g.gates)
	component = make([]int32, n)
	index := make([]int32, n) // the order of discovery, from 1
	low := make([]int32, n)
	for i := range component {
		component[i] = -1
	}
	type frame struct{ node, next int32 }
	var calls []frame
	var open []int32
	discovered := int32(0)
	for root := range g.gates {
		if index[root] != 0 || g.gates[root] == None {
			continue
		}
		calls = append(calls, frame{node: int32(root)})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			node := f.node
			if f.next == 0 {
				discovered++
				index[node], low[node] = discovered, discovered
				open = append(open, node)
			}
			descended := false
			for int(f.next) < len(g.preds[node]) {
				p := g.preds[node][f.next]
				f.next++
				if index[p] == 0 {
					calls = append(calls, frame{node: p})
					descended = true
					break
				}
				if component[p] < 0 {
					low[node] = min(low[node], index[p])
				}
			}
			if descended {
				continue
			}
			if low[node] == index[node] {
				for {
					last := open[len(open)-1]
					open = open[:len(open)-1]
					component[last] = int32(count)
					if last == node {
						break
					}
				}
				count++
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				parent := calls[len(calls)-1].node
				low[parent] = min(low[parent], low[node])
			}
		}
	}
	return component, count
}
