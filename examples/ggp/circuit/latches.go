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
		for _, v := range []ternary{always, never} {
			l.stamp++
			l.known[fact], l.values[fact] = l.stamp, v
			if l.value(g.outputs[from+fact]) != v {
				continue
			}
			if v == always {
				set = append(set, fact)
			} else {
				unset = append(unset, fact)
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
	stack  []int32
}

// value evaluates what a node depends on. Inputs without a value, and nodes on cycles, are unknown.
func (l *latchFinder) value(node int32) ternary {
	l.stack = append(l.stack[:0], node)
	for len(l.stack) > 0 {
		at := l.stack[len(l.stack)-1]
		if l.known[at] == l.stamp {
			l.stack = l.stack[:len(l.stack)-1]
			continue
		}
		open := len(l.stack)
		if !l.onCycle(at) {
			for _, p := range l.preds[at] {
				if l.known[p] != l.stamp {
					l.stack = append(l.stack, p)
				}
			}
		}
		if len(l.stack) == open {
			l.values[at], l.known[at] = l.evaluate(at), l.stamp
			l.stack = l.stack[:open-1]
		}
	}
	return l.values[node]
}

func (l *latchFinder) evaluate(node int32) ternary {
	if l.gates[node] == Input || l.onCycle(node) {
		return unknown
	}
	preds := l.preds[node]
	holds := func(v ternary) bool {
		return slices.ContainsFunc(preds, func(p int32) bool { return l.values[p] == v })
	}
	switch l.gates[node] {
	case And:
		return kleene(holds(never), holds(unknown), never)
	case Or:
		return kleene(holds(always), holds(unknown), always)
	default:
		return kleene(holds(always), holds(unknown), never)
	}
}

// kleene returns the value of a gate: decided if an input decides it, else unknown if an input is unknown.
func kleene(decides, open bool, decided ternary) ternary {
	switch {
	case decides:
		return decided
	case open:
		return unknown
	default:
		return always - decided
	}
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
