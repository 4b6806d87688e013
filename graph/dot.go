package graph

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Attributes define how a node, an arc or another part of a graph is drawn, with the names and values of Graphviz, such
// as {"color": "red"}.
type Attributes map[string]string

// A Style defines how the parts of a graph are drawn. Its keys are
//
//	graph         the whole picture
//	node          all nodes
//	arc           all arcs
//	group         all groups
//	labelled      all nodes that have a label
//	level         the nodes of a level together: {"rank": "same"} draws them in one row
//	node.<class>  the nodes of a class
//	arc.<class>   the arcs of a class
//
// If several classes of a node or arc set the same attribute, the last of these classes takes precedence. A class can be
// any word. [DefaultStyle] has attributes for these:
//
//	start        the node where a search begins
//	solution     a solved position
//	winning      a node from which a solution can be reached, and an arc that leads there
//	cut          an arc to a node that is left out, and the node drawn in its place
//	exit         an arc that leaves a group, and the node from which it starts
//	root         the first node of a group
//	combination  a node that depends on several others
//	won          a move that is proven to win
//	lost         a move that is proven to lose
//	drawn        a move that is proven to draw
//
// For parts without attributes, the drawing program uses its defaults.
type Style map[string]Attributes

// DefaultStyle returns a style that draws nodes without a label as dots and nodes with a label as boxes. It draws the
// classes of this package in colours that also differ in greyscale. The caller may modify the style.
func DefaultStyle() Style {
	return Style{
		"graph": {"nodesep": "0.15", "ranksep": "0.35", "fontname": "Helvetica", "bgcolor": "white"},
		// Without a label, a node shows its name; some programs show it for an empty label, too.
		"node": {"label": " ", "fixedsize": "true", "shape": "circle", "width": "0.14", "height": "0.14", "style": "filled",
			"fillcolor": "grey85", "color": "grey40", "fontname": "Courier", "fontsize": "10"},
		"arc":      {"color": "grey40", "arrowsize": "0.5", "fontname": "Helvetica", "fontsize": "9"},
		"group":    {"style": "rounded,filled", "color": "steelblue", "fillcolor": "aliceblue", "fontsize": "10", "fontcolor": "steelblue"},
		"labelled": {"shape": "box", "margin": "0.06,0.04", "fixedsize": "false"},

		"node." + classStart:       {"penwidth": "2.5", "color": "black"},
		"node." + classWinning:     {"fillcolor": "palegreen"},
		"node." + classSolution:    {"fillcolor": "forestgreen", "fontcolor": "white", "penwidth": "2"},
		"node." + classExit:        {"color": "firebrick", "penwidth": "1.5"},
		"node." + classRoot:        {"color": "steelblue", "penwidth": "2.5"},
		"node." + classCombination: {"fillcolor": "gold"},
		"node." + classWon:         {"fillcolor": "forestgreen", "fontcolor": "white"},
		"node." + classLost:        {"fillcolor": "lightcoral"},
		"node." + classDrawn:       {"fillcolor": "white"},
		"node." + classCut:         {"shape": "point", "width": "0.03", "height": "0.03", "color": "grey60"},

		"arc." + classWinning: {"color": "forestgreen", "penwidth": "1.5"},
		"arc." + classExit:    {"color": "firebrick", "style": "bold"},
		"arc." + classCut:     {"color": "grey60", "style": "dotted", "arrowhead": "none"},
	}
}

// WriteDOT writes the graph to w in the DOT language. It returns any error of w.
func (g *Graph) WriteDOT(w io.Writer, style Style) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "digraph {")
	for _, of := range []struct{ what, key string }{{"graph", "graph"}, {"node", "node"}, {"edge", "arc"}} {
		if attributes := style[of.key]; len(attributes) > 0 {
			fmt.Fprintf(out, "\t%s%v\n", of.what, attributes)
		}
	}
	groups := make(map[string][]int)
	levels := make(map[int][]int)
	var names []string // of the groups, in the order of their first nodes
	for i, n := range g.Nodes {
		if n.Level > 0 && len(style["level"]) > 0 {
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
		fmt.Fprint(out, "\t{")
		for _, name := range slices.Sorted(maps.Keys(style["level"])) {
			fmt.Fprintf(out, " %s=%s;", name, style["level"][name])
		}
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

func (s Style) writeNode(out io.Writer, indent string, i int, n *Node) {
	fmt.Fprintf(out, "%sn%d%v\n", indent, i, s.ofNode(n))
}

func (s Style) ofNode(n *Node) Attributes {
	var own Attributes
	if n.Label != "" {
		own = s["labelled"].with(Attributes{"label": n.Label})
	}
	return own.withClasses(n.Classes, s, "node.")
}

func (s Style) ofArc(a *Arc) Attributes {
	var own Attributes
	if a.Label != "" {
		own = Attributes{"label": a.Label}
	}
	return own.withClasses(a.Classes, s, "arc.")
}

// NodeAttributes returns all attributes of a node, for drawing without [Graph.WriteDOT]. It merges these attributes, in
// this order; a later attribute replaces an earlier one of the same name:
//
//	the attributes of the key node of the style
//	the attributes of the key labelled, if the node has a label
//	the label, if the node has one
//	the attributes of the key node.<class>, for each class of the node
func (s Style) NodeAttributes(n *Node) Attributes { return s["node"].with(s.ofNode(n)) }

// ArcAttributes returns all attributes of an arc. It merges, in this order, the attributes of the key arc of the style,
// the label of the arc if it has one, and the attributes of the key arc.<class> for each class of the arc. A later
// attribute replaces an earlier one of the same name.
func (s Style) ArcAttributes(a *Arc) Attributes { return s["arc"].with(s.ofArc(a)) }

// GroupAttributes returns all attributes of the group with this name: the attributes of the key group of the style, and
// the name as label.
func (s Style) GroupAttributes(name string) Attributes {
	return s["group"].with(Attributes{"label": name})
}

func (a Attributes) with(others Attributes) Attributes {
	all := maps.Clone(a)
	if all == nil {
		all = make(Attributes)
	}
	maps.Copy(all, others)
	return all
}

func (a Attributes) withClasses(classes []string, of Style, part string) Attributes {
	for _, class := range classes {
		a = a.with(of[part+class])
	}
	return a
}

// String returns the attributes in the DOT language, sorted by name. Without attributes it returns an empty string.
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

// quote quotes a string of the DOT language. Line ends stand for lines set left.
func quote(s string) string {
	if strings.Contains(s, "\n") && !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	return `"` + escapes.Replace(s) + `"`
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", `\l`)
