package circuit

import (
	"cmp"
	"context"
	"slices"

	"github.com/ply-search/ply/internal/scc"
)

// A Pass is a set of simplifications. Each keeps the value of every output in every reachable state, for all legal joint
// moves.
type Pass uint16

const (
	Useless        Pass = 1 << iota // remove what no output depends on
	Redundant                       // bypass And and Or of one predecessor
	Constants                       // cut true in And and false in Or, and negate constants
	Absorbing                       // false in And and true in Or decide it
	Complements                     // a∧¬a and a∨¬a
	Absorption                      // a∨(a∧b) = a, a∨(¬a∧b) = a∨b, and their duals
	DoubleNegation                  // ¬¬a
	Equivalent                      // merge nodes of equal type and predecessors
	Fusion                          // merge an And into the only And that uses it, and an Or into the only Or
	Factoring                       // (a∧b)∨(a∧c) = a∧(b∨c), and the dual
	Exclusive                       // a role makes exactly one of its moves
	Frozen                          // facts that never change are constants, and so are moves that are never legal
	passEnd

	AllPasses = passEnd - 1
)

// Simplify applies passes until none changes the graph. A round takes time proportional to the size of the graph, or to
// that times its logarithm; about ten rounds suffice even for large games.
func (g *Graph) Simplify(passes Pass) { _ = g.SimplifyUntil(context.Background(), passes) }

// SimplifyUntil is Simplify that returns the error of ctx when it ends, between two passes. The graph then has the same
// outputs, and is larger than necessary.
func (g *Graph) SimplifyUntil(ctx context.Context, passes Pass) error {
	steps := []struct {
		pass Pass
		run  func() bool
	}{
		{Useless, g.removeUseless},
		{Frozen, g.fixFrozen},
		{Constants, g.cutConstants},
		{Absorbing, g.absorbConstants},
		{DoubleNegation, g.removeDoubleNegations},
		{Complements, g.cutComplements},
		{Redundant, g.bypassRedundant},
		{Equivalent, g.mergeEquivalent},
		{Fusion, g.fuse},
		{Useless, g.removeUseless},
		{Exclusive, g.useExclusive},
		{Absorption, g.absorb},
		{Factoring, g.factor},
	}
	for again := true; again; {
		again = false
		for _, step := range steps {
			// These find more in a small graph, and factoring can hide what others find.
			late := step.pass&(Exclusive|Absorption|Factoring) != 0
			if passes&step.pass == 0 || late && again {
				continue
			}
			if ctx.Err() != nil {
				g.compact()
				return ctx.Err()
			}
			if step.run() {
				again = true
				g.updateCycles()
			}
		}
		g.compact()
	}
	return nil
}

// order returns the nodes, each after its predecessors except within a cycle.
func (g *Graph) order() []int32 {
	order, component, _ := scc.Components(g.preds)
	order = slices.DeleteFunc(order, func(node int32) bool { return g.gates[node] == None })
	if g.cyclic != nil {
		slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(component[a], component[b]), cmp.Compare(a, b)) })
	}
	return order
}

// compact renumbers the remaining nodes without gaps. Inputs keep their numbers.
func (g *Graph) compact() {
	number := make([]int32, len(g.gates))
	n := int32(0)
	for node, gate := range g.gates {
		if gate == None && node >= g.inputs {
			continue
		}
		number[node] = n
		g.gates[n], g.preds[n] = gate, g.preds[node]
		n++
	}
	clear(g.preds[n:])
	g.gates, g.preds = g.gates[:n], g.preds[:n]
	for _, preds := range g.preds {
		for i, p := range preds {
			preds[i] = number[p] // which keeps their order
		}
	}
	for i, node := range g.outputs {
		g.outputs[i] = number[node]
	}
	g.updateCycles()
}
