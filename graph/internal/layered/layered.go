// Package layered computes layouts of directed graphs: it places the nodes in layers such that arcs lead downwards, few of
// them cross, and most are short and straight. It follows Gansner, Koutsofios, North and Vo, "A technique for drawing
// directed graphs", IEEE Transactions on Software Engineering 19, 1993, in four steps: assigning layers,
// ordering each layer, choosing x coordinates, and routing arcs.
package layered

import (
	"context"
	"fmt"
)

// A Graph is the input and the output of Layout. All lengths are in one unit; x grows to the right and y downwards.
type Graph struct {
	Nodes  []Node
	Arcs   []Arc
	Groups []Group

	NodeSpace  float64 // between nodes of a layer
	LayerSpace float64 // between layers
	Margin     float64 // between a group's frame and its nodes

	// Width and Height are the size of the picture, whose top left corner is at 0, 0. Layout sets them.
	Width, Height float64
}

// A Node is a rectangle.
type Node struct {
	Width, Height float64
	Group         int   // the index of its group in Graph.Groups, plus 1; 0 means no group
	Center        Point // set by Layout
}

// An Arc leads from one node to another, or to the same one.
type Arc struct {
	From, To int

	// LabelWidth and LabelHeight are the size of the label, 0 without a label.
	LabelWidth, LabelHeight float64

	// Way is a curve of cubic Bézier segments from the center of From to the center of To: the first point, and then two
	// control points and an end point for each segment. Label is the center of the label. Layout sets both.
	Way   []Point
	Label Point
}

// A Group is a set of nodes, at least one, that are drawn in a frame with a label at its top.
type Group struct {
	LabelWidth, LabelHeight float64
	Min, Max                Point // the top left and the bottom right corner of the frame, set by Layout
}

// A Point is a point of the picture.
type Point struct{ X, Y float64 }

// Layout places the nodes, arcs and groups of a graph. Frames overlap neither one another nor nodes of other groups. The
// result is deterministic. Layout returns an error only if ctx is cancelled. It takes 0.1 to 0.3 s for 500 nodes and 1000
// labelled arcs, and two to three seconds for a graph of twice that size.
func Layout(ctx context.Context, g *Graph) error {
	if len(g.Nodes) == 0 {
		return nil
	}
	l := &layout{Graph: g}
	for _, step := range []func(context.Context) error{l.assign, l.sort, l.place} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("layered: %w", err)
		}
	}
	l.route()
	return nil
}

// A layout is the state of Layout. Its vertices are the nodes of the graph, a vertex for each layer that an arc passes, and a
// vertex for each layer in which the frame of a group has no other vertex.
type layout struct {
	*Graph
	vertices    []vertex
	layers      [][]int // the vertices of each layer, from left to right
	chains      [][]int // the vertices of each arc, from the upper layer to the lower; nil from a node to itself
	labels      bool    // layers of odd number hold the labels of arcs
	turned      []bool  // by arc: leads upwards
	left, right []int   // by group: the x of its frame, in steps
}

// A vertex occupies a layer from x - left to x + right.
type vertex struct {
	layer       int
	group       int
	left, right float64
	kind        kind
	up, down    []int   // neighbours in the layers above and below
	position    int     // in its layer
	key         float64 // for sorting its layer
	x           int     // in steps
}

type kind uint8

const (
	node  kind = iota // nodes come first, in the order of the graph
	pass              // of an arc
	frame             // of a group
)
