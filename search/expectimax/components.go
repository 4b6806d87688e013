package expectimax

// components calls visit for each strongly connected component of a graph, after those that it leads to, until visit
// returns false (Tarjan 1972). A component's nodes are roughly in backward order. It takes 12 bytes for each node, and
// linear time.
func components(nodes []node, to []uint32, visit func(component []uint32) bool) {
	const done = 1<<32 - 1
	var (
		order = make([]uint32, len(nodes)) // when a node was found, from 1 on; done if its component was visited
		least = make([]uint32, len(nodes)) // the first node found that it leads to
		found uint32
		open  []uint32 // nodes found whose component is incomplete
	)
	// A frame is a node on the present path, with its next edge to follow.
	type frame struct{ node, next uint32 }
	var path []frame
	enter := func(n uint32) {
		found++
		order[n], least[n] = found, found
		open = append(open, n)
		path = append(path, frame{n, 0})
	}
	var component []uint32
	for root := range nodes {
		if order[root] != 0 {
			continue
		}
		enter(uint32(root))
		for len(path) > 0 {
			f := &path[len(path)-1]
			n := f.node
			if f.next < nodes[n].count {
				next := to[nodes[n].first+f.next]
				f.next++
				switch order[next] {
				case 0:
					enter(next)
				case done:
				default:
					least[n] = min(least[n], order[next])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				before := path[len(path)-1].node
				least[before] = min(least[before], least[n])
			}
			if least[n] != order[n] {
				continue
			}
			component = component[:0]
			for {
				last := open[len(open)-1]
				open = open[:len(open)-1]
				order[last] = done
				component = append(component, last)
				if last == n {
					break
				}
			}
			if !visit(component) {
				return
			}
		}
	}
}
