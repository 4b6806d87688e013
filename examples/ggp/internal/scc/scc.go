// Package scc finds strongly connected components.
package scc

import "slices"

// Components returns the strongly connected components of a graph, given by the nodes that each node depends on: the
// component of each node, and their number. The order holds all nodes, component by component. Components come after those
// that they depend on, and so are their numbers greater.
//
// The algorithm is by R. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1,
// 1972, with an explicit stack, as lines of nodes can be long.
func Components(needs [][]int32) (order, component []int32, count int32) {
	order, component = make([]int32, 0, len(needs)), slices.Repeat([]int32{-1}, len(needs))
	index, low := make([]int32, len(needs)), make([]int32, len(needs)) // index is the order of discovery, from 1
	type frame struct{ node, next int32 }
	var calls []frame
	var open []int32
	discovered := int32(0)
	for root := range needs {
		if index[root] == 0 {
			calls = append(calls, frame{node: int32(root)})
		}
	calls:
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			node := f.node
			if f.next == 0 {
				discovered++
				index[node], low[node] = discovered, discovered
				open = append(open, node)
			}
			for needed := needs[node]; int(f.next) < len(needed); {
				p := needed[f.next]
				f.next++
				if index[p] == 0 {
					calls = append(calls, frame{node: p})
					continue calls
				}
				if component[p] < 0 {
					low[node] = min(low[node], index[p])
				}
			}
			if calls = calls[:len(calls)-1]; len(calls) > 0 {
				parent := calls[len(calls)-1].node
				low[parent] = min(low[parent], low[node])
			}
			if low[node] < index[node] {
				continue
			}
			for component[node] < 0 {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				order, component[last] = append(order, last), count
			}
			count++
		}
	}
	return order, component, count
}
