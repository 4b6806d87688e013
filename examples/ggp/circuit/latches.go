package circuit

import (
	"fmt"
	"slices"
)

// latches finds the facts that keep one of their values once they have it, whatever all other facts and moves are.
func (g *Graph) latches() (set, unset []int) {
	l := &latchFinder{Graph: g, values: make([]ternary, len(g.gates)), known: make([]int32, len(g.gates))}
	from, _ := g.span(partNext)
	for fact := range g.Facts {
		for v, latched := range []*[]int{never: &unset, always: &set} {
			l.stamp++
			l.known[fact], l.values[fact] = l.stamp, ternary(v)
			if l.value(g.outputs[from+fact]) == ternary(v) {
				*latched = append(*latched, fact)
			}
		}
	}
	return set, unset
}

// A latchFinder evaluates gates with three values.
type latchFinder struct {
	*Graph
	values []ternary
	known  []int32 // the stamp of the evaluation that a value belongs to
	stamp  int32
}

// value evaluates a node. Inputs without a value, and nodes on cycles, are unknown.
func (l *latchFinder) value(node int32) ternary {
	if l.known[node] != l.stamp {
		l.known[node], l.values[node] = l.stamp, l.evaluate(node)
	}
	return l.values[node]
}

func (l *latchFinder) evaluate(node int32) ternary {
	gate := l.gates[node]
	if gate == Input || l.onCycle(node) {
		return unknown
	}
	decides := always // an input with this value decides
	if gate == And {
		decides = never
	}
	result := always - decides
	for _, p := range l.preds[node] {
		switch l.value(p) {
		case decides:
			result = decides
		case unknown:
			if result != decides {
				result = unknown
			}
		}
	}
	if gate == Not && result != unknown {
		result = always - result
	}
	return result
}

// Clone returns a copy of the graph.
func (g *Graph) Clone() *Graph {
	c := *g
	c.gates = slices.Clone(g.gates)
	c.preds = make([][]int32, len(g.preds))
	for node, preds := range g.preds {
		c.preds[node] = slices.Clone(preds)
	}
	c.outputs = slices.Clone(g.outputs)
	c.cyclic = slices.Clone(g.cyclic)
	return &c
}

// From returns a copy of the graph for matches that begin in a state. The pass [Frozen] then uses latches that have
// closed: facts that can change no more become constants. Facts and moves keep their numbers. It returns an error if
// the state has another length than the graph's states.
func (g *Graph) From(state State) (*Graph, error) {
	if len(state) != g.Words() {
		return nil, fmt.Errorf("circuit: a state of %d words, want %d", len(state), g.Words())
	}
	c := g.Clone()
	s := *g.Signature
	s.Initial = slices.Clone(state)
	c.Signature = &s
	return c, nil
}
