// Package graph records the positions and moves visited by a search as a graph, and writes it as an SVG picture, as JSON
// or in the DOT language, which Graphviz and many other programs can draw.
//
// A [Graph] is plain data: nodes and arcs with labels and classes, and optionally groups and levels. A [Recorder] makes a
// Graph from the positions that a search visits and the moves between them:
//
//	recorder := graph.NewRecorder(game)
//	_, err := search.DepthFirst(ctx, space, ply.Limits{}, search.Options[Move]{Visit: recorder.Visit})
//	if err != nil {
//		return err
//	}
//	picture, err := recorder.Graph()
//	if err != nil {
//		return err
//	}
//	return picture.WriteDOT(os.Stdout, graph.DefaultStyle())
//
// [FromTree] makes a graph of a search tree, such as one of package mcts. [Graph.Add] and [Graph.Connect] make a graph of
// any nodes and arcs, such as moves and their dependencies. [Graph.WriteSVG], [Graph.WriteDOT] and [Graph.WriteJSON]
// write graphs.
//
// Classes mark special nodes and arcs, such as "solution". A [Style] defines how each class is drawn. Besides the classes
// of this package, any other strings may be used.
//
// A Recorder requires a game that is a [ply.Hasher]. If the game is a [ply.Puzzle], the recorder marks the solved
// positions. The recorder does not change the game. The same search gives the same graph. For positions beyond
// [Recorder].MaxNodes, the recorder stores only the hashes.
package graph

import (
	"fmt"
	"slices"
)

// A Graph consists of nodes and arcs. A node is identified by its index in Nodes. The zero value is an empty graph.
type Graph struct {
	Nodes []Node `json:"nodes"`
	Arcs  []Arc  `json:"arcs"` // From and To are indices of Nodes
}

// A Node is a node of a [Graph].
type Node struct {
	Label   string             `json:"label"`             // the text in the node, of any number of lines
	Classes []string           `json:"classes,omitempty"` // mark special nodes; see [Style]
	Group   string             `json:"group,omitempty"`   // the name of the group in which the node is drawn, or empty
	Level   int                `json:"level,omitempty"`   // if greater than 0, the row in which the node is drawn; needs a [Style] with levels
	Numbers map[string]float64 `json:"numbers,omitempty"` // named numbers, such as "visits", written only by [Graph.WriteJSON]
}

// An Arc is an arc of a [Graph], from one node to another.
type Arc struct {
	From    int      `json:"from"` // From and To are indices of the nodes
	To      int      `json:"to"`
	Label   string   `json:"label,omitempty"`   // the text beside the arc, possibly empty
	Classes []string `json:"classes,omitempty"` // mark special arcs; see [Style]
}

// Classes that this package assigns or that [DefaultStyle] draws: see [Style].
const (
	classStart       = "start"
	classSolution    = "solution"
	classWinning     = "winning"
	classCut         = "cut"
	classExit        = "exit"
	classRoot        = "root"
	classCombination = "combination"
	classWon         = "won"
	classLost        = "lost"
	classDrawn       = "drawn"
)

// Is reports whether the node has the given class.
func (n *Node) Is(class string) bool { return slices.Contains(n.Classes, class) }

// Mark adds a class to the node. If the node has the class already, Mark does nothing.
func (n *Node) Mark(class string) { n.Classes = with(n.Classes, class) }

// Is reports whether the arc has the given class.
func (a *Arc) Is(class string) bool { return slices.Contains(a.Classes, class) }

// Mark adds a class to the arc. If the arc has the class already, Mark does nothing.
func (a *Arc) Mark(class string) { a.Classes = with(a.Classes, class) }

func with(classes []string, class string) []string {
	if slices.Contains(classes, class) {
		return classes
	}
	return append(slices.Clip(classes), class)
}

// Add adds a node to the graph and returns its index in Nodes.
func (g *Graph) Add(n Node) int {
	g.Nodes = append(g.Nodes, n)
	return len(g.Nodes) - 1
}

// Connect adds an arc between two nodes, given by their indices. label may be empty.
func (g *Graph) Connect(from, to int, label string) {
	g.Arcs = append(g.Arcs, Arc{From: from, To: to, Label: label})
}

// MarkWinning adds the class "winning" to all nodes from which a node of class "solution" can be reached, and to the arcs
// on the way to such a node. Its time is proportional to the size of the graph.
func (g *Graph) MarkWinning() {
	before := make([][]int, len(g.Nodes)) // the arcs to each node
	for i, a := range g.Arcs {
		before[a.To] = append(before[a.To], i)
	}
	var found []int
	for i := range g.Nodes {
		if g.Nodes[i].Is(classSolution) {
			found = append(found, i)
		}
	}
	for len(found) > 0 {
		n := found[len(found)-1]
		found = found[:len(found)-1]
		for _, i := range before[n] {
			g.Arcs[i].Mark(classWinning)
			if from := g.Arcs[i].From; !g.Nodes[from].Is(classWinning) && !g.Nodes[from].Is(classSolution) {
				g.Nodes[from].Mark(classWinning)
				found = append(found, from)
			}
		}
	}
}

// MarkExits adds the class "exit" to each arc that leads out of a group, and to the node where such an arc begins.
func (g *Graph) MarkExits() {
	for i := range g.Arcs {
		a := &g.Arcs[i]
		if from := &g.Nodes[a.From]; from.Group != "" && from.Group != g.Nodes[a.To].Group {
			from.Mark(classExit)
			a.Mark(classExit)
		}
	}
}

// A SizeError is the error of [Recorder.Graph] if more than [Recorder].MaxNodes nodes were visited.
type SizeError struct {
	// Nodes is the number of nodes visited, and Max the greatest number allowed.
	Nodes, Max int
}

// Error returns a message with the number of nodes and the greatest number allowed.
func (e *SizeError) Error() string {
	return fmt.Sprintf("a graph of %d nodes is too large to draw: the bound is %d", e.Nodes, e.Max)
}
