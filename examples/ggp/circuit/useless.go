package circuit

// removeUseless removes the gates that no output depends on.
func (g *Graph) removeUseless() bool {
	used := g.reach(g.outputs)
	changed := false
	for node, gate := range g.gates {
		if !used[node] && gate != None && gate != Input {
			g.gates[node], g.preds[node] = None, nil
			changed = true
		}
	}
	return changed
}

// reach returns the nodes that some nodes depend on, and these nodes.
func (g *Graph) reach(from []int32) []bool {
	return g.flood(from, func(node int32) []int32 { return g.preds[node] })
}

// flood returns the nodes that some nodes lead to, and these nodes.
func (g *Graph) flood(from []int32, next ...func(int32) []int32) []bool {
	reached := make([]bool, len(g.gates))
	var open []int32
	visit := func(nodes []int32) {
		for _, node := range nodes {
			if !reached[node] {
				reached[node] = true
				open = append(open, node)
			}
		}
	}
	visit(from)
	for len(open) > 0 {
		node := open[len(open)-1]
		open = open[:len(open)-1]
		for _, f := range next {
			visit(f(node))
		}
	}
	return reached
}
