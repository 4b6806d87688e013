// Package graph keeps what a search goes through as a graph, to look at it, and writes it in the DOT
// language, which Graphviz and many other programs draw.
//
// A [Graph] is plain data: nodes and arcs with labels and classes, in groups and levels if they have any.
// What they stand for is the caller's to say: positions and moves, as a [Recorder] takes them down from any
// search that reports the positions it visits, or moves and what they depend on. Classes say what is special
// about a node or an arc, and a [Style] says how each class is drawn.
package graph

import (
	"fmt"
	"slices"
)

// A Graph is nodes and the arcs between them. The zero value is empty.
type Graph struct {
	Nodes []Node
	Arcs  []Arc
}

// A Node is known by its place among the nodes of its graph.
type Node struct {
	Label   string   // may be of several lines, and empty
	Classes []string // what is special about it
	Group   string   // the name of a group that it is drawn in; empty for none
	Level   int      // nodes of the same level above 0 can be drawn in one row
}

// An Arc leads from one node to another.
type Arc struct {
	From, To int
	Label    string
	Classes  []string
}

// The classes that this package gives, and that [DefaultStyle] draws.
const (
	Start       = "start"       // the node where a search begins
	Solution    = "solution"    // a solved position
	Winning     = "winning"     // a node before a solution, or an arc that leads from there to one
	Cut         = "cut"         // an arc to something left out, and the node in its place
	Exit        = "exit"        // a node or an arc from which, or by which, one leaves a group
	Root        = "root"        // the first node of a group
	Combination = "combination" // a node that needs several others
)

// Is reports whether the node is of that class.
func (n *Node) Is(class string) bool { return slices.Contains(n.Classes, class) }

// Mark makes the node one of that class.
func (n *Node) Mark(class string) { n.Classes = with(n.Classes, class) }

// Is reports whether the arc is of that class.
func (a *Arc) Is(class string) bool { return slices.Contains(a.Classes, class) }

// Mark makes the arc one of that class.
func (a *Arc) Mark(class string) { a.Classes = with(a.Classes, class) }

func with(classes []string, class string) []string {
	if slices.Contains(classes, class) {
		return classes
	}
	return append(slices.Clip(classes), class)
}

// Add adds a node and returns its number.
func (g *Graph) Add(n Node) int {
	g.Nodes = append(g.Nodes, n)
	return len(g.Nodes) - 1
}

// Connect adds an arc.
func (g *Graph) Connect(from, to int, label string) {
	g.Arcs = append(g.Arcs, Arc{From: from, To: to, Label: label})
}

// MarkWinning makes all nodes before a [Solution], and the arcs that lead from them to one, ones of class
// [Winning].
func (g *Graph) MarkWinning() {
	before := make([][]int, len(g.Nodes)) // the arcs to each node
	for i, a := range g.Arcs {
		before[a.To] = append(before[a.To], i)
	}
	var found []int
	for i := range g.Nodes {
		if g.Nodes[i].Is(Solution) {
			found = append(found, i)
		}
	}
	for len(found) > 0 {
		n := found[len(found)-1]
		found = found[:len(found)-1]
		for _, i := range before[n] {
			g.Arcs[i].Mark(Winning)
			if from := g.Arcs[i].From; !g.Nodes[from].Is(Winning) && !g.Nodes[from].Is(Solution) {
				g.Nodes[from].Mark(Winning)
				found = append(found, from)
			}
		}
	}
}

// MarkExits makes all arcs that leave a group, and the nodes that they leave, ones of class [Exit]. If groups
// are blocks of positions, these nodes are the faces.
func (g *Graph) MarkExits() {
	for i := range g.Arcs {
		a := &g.Arcs[i]
		if from := &g.Nodes[a.From]; from.Group != "" && from.Group != g.Nodes[a.To].Group {
			from.Mark(Exit)
			a.Mark(Exit)
		}
	}
}

// A SizeError says that a graph has more nodes than can be drawn.
type SizeError struct{ Nodes, Max int }

// Error tells both numbers.
func (e *SizeError) Error() string {
	return fmt.Sprintf("a graph of %d nodes is too large to draw: the bound is %d", e.Nodes, e.Max)
}
