package graph

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Attributes tell how something is drawn, in the terms of Graphviz, such as {"color": "red"}.
type Attributes map[string]string

// A Style tells how a graph is drawn. The zero value leaves everything to the program that draws; [DefaultStyle]
// returns a style to start from.
type Style struct {
	// Graph, Node, Arc and Group apply to the whole picture, to all nodes, to all arcs and to all groups.
	Graph, Node, Arc, Group Attributes

	// Labelled applies to all nodes that have a label.
	Labelled Attributes

	// NodeClass and ArcClass apply to the nodes and arcs of a class. A class is any word; [DefaultStyle] draws these:
	//
	//	start        the node where a search begins
	//	solution     a solved position
	//	winning      a node from which a solution can be reached, and an arc that leads there
	//	cut          an arc to something that is left out, and the node in its place
	//	exit         an arc that leaves a group, and the node from which it starts
	//	root         the first node of a group
	//	combination  a node that needs several others
	//
	// If several classes set the same attribute, the
	// last class of the node or arc takes precedence.
	NodeClass, ArcClass map[string]Attributes

	// Levels draws all nodes of the same level in one row.
	Levels bool
}

// DefaultStyle returns a style in which nodes without a label are dots, nodes with a label are boxes, and the classes
// of this package have colours that can also be told apart in greyscale. The caller may modify it.
func DefaultStyle() Style {
	return Style{
		Graph: Attributes{"nodesep": "0.15", "ranksep": "0.35", "fontname": "Helvetica", "bgcolor": "white"},
		// The label of a node is its name where there is none, and for some programs if it is empty.
		Node: Attributes{"label": " ", "fixedsize": "true", "shape": "circle", "width": "0.14", "height": "0.14", "style": "filled",
			"fillcolor": "grey85", "color": "grey40", "fontname": "Courier", "fontsize": "10"},
		Arc:      Attributes{"color": "grey40", "arrowsize": "0.5", "fontname": "Helvetica", "fontsize": "9"},
		Group:    Attributes{"style": "rounded,filled", "color": "steelblue", "fillcolor": "aliceblue", "fontsize": "10", "fontcolor": "steelblue"},
		Labelled: Attributes{"shape": "box", "margin": "0.06,0.04", "fixedsize": "false"},
		NodeClass: map[string]Attributes{
			classStart:       {"penwidth": "2.5", "color": "black"},
			classWinning:     {"fillcolor": "palegreen"},
			classSolution:    {"fillcolor": "forestgreen", "fontcolor": "white", "penwidth": "2"},
			classExit:        {"color": "firebrick", "penwidth": "1.5"},
			classRoot:        {"color": "steelblue", "penwidth": "2.5"},
			classCombination: {"fillcolor": "gold"},
			classCut:         {"shape": "point", "width": "0.03", "height": "0.03", "color": "grey60"},
		},
		ArcClass: map[string]Attributes{
			classWinning: {"color": "forestgreen", "penwidth": "1.5"},
			classExit:    {"color": "firebrick", "style": "bold"},
			classCut:     {"color": "grey60", "style": "dotted", "arrowhead": "none"},
		},
	}
}

// WriteDOT writes the graph to w in the DOT language. The error is one of w.
func (g *Graph) WriteDOT(w io.Writer, style Style) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph {")
	for _, of := range []struct {
		what       string
		attributes Attributes
	}{{"graph", style.Graph}, {"node", style.Node}, {"edge", style.Arc}} {
		if len(of.attributes) > 0 {
			fmt.Fprintf(out, "\t%s%v\n", of.what, of.attributes)
		}
	}
	groups := make(map[string][]int)
	levels := make(map[int][]int)
	var names []string // of the groups, in the order of their first nodes
	for i, n := range g.Nodes {
		if n.Level > 0 && style.Levels {
			levels[n.Level] = append(levels[n.Level], i)
		}
		if n.Group == "" {
			style.writeNode(out, "\t", i, &n)
			continue
		}
		if groups[n.Group] == nil {
			names = append(names, n.Group)
		}
		groups[n.Group] = append(groups[n.Group], i)
	}
	for i, name := range names {
		fmt.Fprintf(out, "\tsubgraph cluster_%d {\n\t\tgraph%v\n", i, style.GroupAttributes(name))
		for _, n := range groups[name] {
			style.writeNode(out, "\t\t", n, &g.Nodes[n])
		}
		fmt.Fprintln(out, "\t}")
	}
	for _, level := range slices.Sorted(maps.Keys(levels)) {
		fmt.Fprint(out, "\t{ rank=same;")
		for _, n := range levels[level] {
			fmt.Fprintf(out, " n%d;", n)
		}
		fmt.Fprintln(out, " }")
	}
	for _, a := range g.Arcs {
		fmt.Fprintf(out, "\tn%d -> n%d%v\n", a.From, a.To, style.ofArc(&a))
	}
	fmt.Fprintln(out, "}")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	return nil
}

func (s *Style) writeNode(out io.Writer, indent string, i int, n *Node) {
	fmt.Fprintf(out, "%sn%d%v\n", indent, i, s.ofNode(n))
}

// ofNode returns the attributes of a node that not all nodes have.
func (s *Style) ofNode(n *Node) Attributes {
	var own Attributes
	if n.Label != "" {
		own = s.Labelled.with(Attributes{"label": n.Label})
	}
	return own.withClasses(n.Classes, s.NodeClass)
}

// ofArc returns the attributes of an arc that not all arcs have.
func (s *Style) ofArc(a *Arc) Attributes {
	var own Attributes
	if a.Label != "" {
		own = Attributes{"label": a.Label}
	}
	return own.withClasses(a.Classes, s.ArcClass)
}

// NodeAttributes returns all attributes of a node: first Node, then Labelled and the label if it has one, and then the
// attributes of its classes. Later attributes replace earlier ones. It is for programs that draw a graph themselves
// instead of using [Graph.WriteDOT].
func (s *Style) NodeAttributes(n *Node) Attributes { return s.Node.with(s.ofNode(n)) }

// ArcAttributes returns all attributes of an arc: first Arc, then the label if it has one, and then the attributes of
// its classes. Later attributes replace earlier ones.
func (s *Style) ArcAttributes(a *Arc) Attributes { return s.Arc.with(s.ofArc(a)) }

// GroupAttributes returns all attributes of the group with the given name: Group, and the name as its label.
func (s *Style) GroupAttributes(name string) Attributes {
	return s.Group.with(Attributes{"label": name})
}

// with returns the attributes with others, which count where both set one.
func (a Attributes) with(others Attributes) Attributes {
	all := maps.Clone(a)
	if all == nil {
		all = make(Attributes)
	}
	maps.Copy(all, others)
	return all
}

func (a Attributes) withClasses(classes []string, of map[string]Attributes) Attributes {
	for _, class := range classes {
		a = a.with(of[class])
	}
	return a
}

// String returns the attributes in the DOT language, sorted by name, or an empty string if there are none.
func (a Attributes) String() string {
	if len(a) == 0 {
		return ""
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		list = append(list, quote(name)+"="+quote(a[name]))
	}
	return " [" + strings.Join(list, ", ") + "]"
}

// quote writes a string of the DOT language. Line ends stand for lines set left.
func quote(s string) string {
	if strings.Contains(s, "\n") && !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", `\l`).Replace(s) + `"`
}
