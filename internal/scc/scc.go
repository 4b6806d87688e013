// Package scc finds the strongly connected components of graphs.
package scc

import "slices"

// Visit calls visit for each strongly connected component of a graph, after those that it leads to, until visit returns
// false. to returns the nodes that a node leads to. The nodes of a component are in the reverse of the order in which they
// were found, which is about backwards. Visit takes 12 bytes for each node, and time proportional to nodes and edges.
//
// The algorithm is by R. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1, 1972, with
// an explicit stack, since paths can be long.
func Visit[N int32 | uint32](nodes int, to func(node N) []N, visit func(component []N) bool) {
	done := ^N(0)
	if done < 0 {
		done = 1<<31 - 1
	}
	var (
		order = make([]N, nodes) // when a node was found, from 1 on; done for nodes of visited components
		least = make([]N, nodes) // the first node found that it leads to
		found N
		open  []N // nodes found that are in no component yet
	)
	// A frame is a node on the present path, whose edges from next on are still to be followed.
	type frame struct{ node, next N }
	var path []frame
	enter := func(n N) {
		found++
		order[n], least[n] = found, found
		open = append(open, n)
		path = append(path, frame{n, 0})
	}
	for root := N(0); int(root) < nodes; root++ {
		if order[root] == 0 {
			enter(root)
		}
	walk:
		for len(path) > 0 {
			f := &path[len(path)-1]
			n := f.node
			for edges := to(n); int(f.next) < len(edges); {
				next := edges[f.next]
				f.next++
				switch order[next] {
				case 0:
					enter(next)
					continue walk
				case done:
				default:
					least[n] = min(least[n], order[next])
				}
			}
			if path = path[:len(path)-1]; len(path) > 0 {
				before := path[len(path)-1].node
				least[before] = min(least[before], least[n])
			}
			if least[n] != order[n] {
				continue
			}
			first := len(open) - 1
			for open[first] != n {
				first--
			}
			component := open[first:]
			open = open[:first]
			for _, n := range component {
				order[n] = done
			}
			slices.Reverse(component)
			if !visit(component) {
				return
			}
		}
	}
}

// Components returns the components of a graph, given the nodes that each node leads to: all nodes in the order of
// [Visit], the component of each node, and the number of components. Components are numbered in that order.
func Components(to [][]int32) (order, component []int32, count int32) {
	order, component = make([]int32, 0, len(to)), make([]int32, len(to))
	Visit(len(to), func(n int32) []int32 { return to[n] }, func(nodes []int32) bool {
		order = append(order, nodes...)
		for _, n := range nodes {
			component[n] = count
		}
		count++
		return true
	})
	return order, component, count
}
