package draw

import (
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/graph"
)

// Dependencies returns the graph of a dependency-based search to be drawn, up to maxNodes nodes: each node
// with arcs from those that it needs, combinations marked, and all with their levels. label, if not nil, names
// the moves. Its error is a [graph.SizeError] if there are more nodes.
func Dependencies[M comparable](d *dependency.DAG[M], label func(M) string, maxNodes int) (*graph.Graph, error) {
	if d.Len() > maxNodes {
		return nil, &graph.SizeError{Nodes: d.Len(), Max: maxNodes}
	}
	g := new(graph.Graph)
	for n := range d.Nodes() {
		node := graph.Node{Level: n.Level}
		switch {
		case n.ID == 0:
			node.Mark("start")
		case len(n.Parents) > 1:
			node.Mark("combination")
		}
		if label != nil && n.ID > 0 {
			node.Label = label(n.Move)
		}
		id := g.Add(node) // which is n.ID: the nodes come in that order, from 0 on
		if len(n.Parents) == 0 && n.ID > 0 {
			g.Connect(0, id, "")
		}
		for _, p := range n.Parents {
			g.Connect(p, id, "")
		}
	}
	return g, nil
}
