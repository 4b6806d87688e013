package draw

import (
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/graph"
)

// Dependencies returns a picture of a dependency-based search: arcs lead to each node from the nodes that it needs, and
// combinations are marked. label, if not nil, names the moves. With more than maxNodes nodes it returns a [graph.SizeError].
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
		id := g.Add(node) // equal to n.ID, as the nodes come in the order of their IDs
		if len(n.Parents) == 0 && n.ID > 0 {
			g.Connect(0, id, "")
		}
		for _, p := range n.Parents {
			g.Connect(p, id, "")
		}
	}
	return g, nil
}
