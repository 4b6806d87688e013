package graph

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ply-search/ply/graph/internal/layered"
)

// Lengths in SVG are points, as in Graphviz; some of its attributes are in inches.
const (
	inch        = 72
	pad         = 4    // around the picture
	arrow       = 10   // the length of an arrowhead of size 1
	groupMargin = 8    // between the frame of a group and its nodes
	letter      = 0.6  // the width of a letter in font sizes: exact for Courier, enough for most of Helvetica
	line        = 1.2  // the height of a line of text in font sizes
	baseline    = 0.35 // from the middle of a letter to its foot in font sizes
)

// WriteSVG writes the graph to w as an SVG picture, in layers with arcs that lead downwards. A graph of 1000 nodes takes
// a few seconds, and a larger graph much longer; trees are faster. WriteSVG supports all attributes of [DefaultStyle] and
// some others of Graphviz.
//
// WriteSVG returns the error of ctx if ctx ends, and any error of w. It also returns an error if an attribute or value is
// not supported, or if From or To of an arc is not the index of a node.
func (g *Graph) WriteSVG(ctx context.Context, w io.Writer, style Style) error {
	p, err := newPicture(g, style)
	if err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	if err := layered.Layout(ctx, &p.layout); err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	out := bufio.NewWriter(w)
	p.draw(out)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	return nil
}

type picture struct {
	layout        layered.Graph
	background    string
	nodes, groups []nodeLook
	arcs          []arcLook
}

type stroke struct {
	color, dashes string
	width         float64
	invisible     bool
}

type nodeLook struct {
	stroke
	shape, fill string
	rounded     bool
	text        text
}

type arcLook struct {
	stroke
	head float64 // the length of the arrowhead; 0 for none
	text text
}

type text struct {
	lines       []string
	font, color string
	size        float64
}

func newPicture(g *Graph, style Style) (*picture, error) {
	whole := read("the graph", style["graph"])
	p := &picture{background: whole.color("bgcolor", "none")}
	p.layout.NodeSpace = inch * whole.number("nodesep", 0.25)
	p.layout.LayerSpace = inch * whole.number("ranksep", 0.5)
	p.layout.Margin = groupMargin
	font := whole.word("fontname", "serif") // the default for groups
	errs := []error{whole.close()}

	groups := make(map[string]int)
	for i := range g.Nodes {
		n := &g.Nodes[i]
		look, size, err := newNode(read("a node", style.NodeAttributes(n)))
		errs = append(errs, err)
		if n.Group != "" && groups[n.Group] == 0 {
			groups[n.Group] = len(groups) + 1
			group := read("a group", style.GroupAttributes(n.Group))
			look := newLook(group, "box", font)
			errs = append(errs, group.close())
			p.groups = append(p.groups, look)
			width, height := look.text.extent()
			p.layout.Groups = append(p.layout.Groups, layered.Group{LabelWidth: width, LabelHeight: height})
		}
		size.Group = groups[n.Group]
		p.nodes = append(p.nodes, look)
		p.layout.Nodes = append(p.layout.Nodes, size)
	}
	for i := range g.Arcs {
		a := &g.Arcs[i]
		if a.From < 0 || a.From >= len(g.Nodes) || a.To < 0 || a.To >= len(g.Nodes) {
			return nil, fmt.Errorf("arc %d leads from node %d to node %d of %d nodes", i, a.From, a.To, len(g.Nodes))
		}
		look, err := newArc(read("an arc", style.ArcAttributes(a)))
		errs = append(errs, err)
		width, height := look.text.extent()
		p.arcs = append(p.arcs, look)
		p.layout.Arcs = append(p.layout.Arcs, layered.Arc{From: a.From, To: a.To, LabelWidth: width, LabelHeight: height})
	}
	return p, cmp.Or(errs...)
}

func newNode(a *attributes) (nodeLook, layered.Node, error) {
	n := newLook(a, a.oneOf("shape", "ellipse", "oval", "circle", "box", "point"), "serif")
	if n.shape == "point" {
		n.fill, n.text = n.color, text{}
	}
	size := layered.Node{Width: inch * a.number("width", 0.75), Height: inch * a.number("height", 0.5)}
	marginX, marginY := a.numbers("margin", 0.08)
	if width, height := n.text.extent(); a.oneOf("fixedsize", "false", "true") == "false" && width > 0 {
		if n.shape != "box" { // an ellipse around it
			width, height = width*math.Sqrt2, height*math.Sqrt2
		}
		size.Width = max(size.Width, width+2*inch*marginX)
		size.Height = max(size.Height, height+2*inch*marginY)
	}
	if n.shape == "point" || n.shape == "circle" {
		size.Width = max(size.Width, size.Height)
		size.Height = size.Width
	}
	return n, size, a.close()
}

func newLook(a *attributes, shape, font string) nodeLook {
	styles := a.styles("filled", "rounded", "dashed", "dotted", "bold", "invis")
	n := nodeLook{shape: shape, fill: "none", stroke: newStroke(a, styles), rounded: styles["rounded"], text: newText(a, font)}
	if fill := a.color("fillcolor", n.color); styles["filled"] {
		n.fill = fill
	}
	return n
}

func newArc(a *attributes) (arcLook, error) {
	look := arcLook{stroke: newStroke(a, a.styles("dashed", "dotted", "bold", "invis")), text: newText(a, "serif")}
	size := arrow * a.number("arrowsize", 1)
	if a.oneOf("arrowhead", "normal", "none") == "normal" {
		look.head = size
	}
	return look, a.close()
}

func newStroke(a *attributes, styles map[string]bool) stroke {
	s := stroke{color: a.color("color", "black"), width: a.number("penwidth", 1), invisible: styles["invis"]}
	switch {
	case styles["dashed"]:
		s.dashes = "5,2"
	case styles["dotted"]:
		s.dashes = "1,5"
	}
	if styles["bold"] {
		s.width = max(s.width, 2)
	}
	return s
}

func newText(a *attributes, font string) text {
	t := text{
		font:  a.word("fontname", font),
		size:  a.number("fontsize", 14),
		color: a.color("fontcolor", "black"),
	}
	if label := strings.TrimRight(a.text("label", ""), " \n"); label != "" {
		t.lines = strings.Split(label, "\n")
	}
	return t
}

// extent estimates the size of a text, as the fonts of the viewer are unknown. Without lines it is 0.
func (t *text) extent() (width, height float64) {
	letters := 0
	for _, l := range t.lines {
		letters = max(letters, utf8.RuneCountInString(l))
	}
	return letter * t.size * float64(letters), line * t.size * float64(len(t.lines))
}

// attributes reads attributes and keeps the first error. An attribute that is not read is one: the picture would not show it.
type attributes struct {
	of   string // the name of the part, for errors
	left Attributes
	err  error
}

func read(of string, all Attributes) *attributes {
	return &attributes{of: of, left: maps.Clone(all)}
}

func (a *attributes) text(name, fallback string) string {
	value, set := a.left[name]
	delete(a.left, name)
	if !set {
		return fallback
	}
	return value
}

// numbers reads a number, or two numbers separated by a comma.
func (a *attributes) numbers(name string, fallback float64) (x, y float64) {
	value := a.text(name, fmt.Sprint(fallback))
	first, second, two := strings.Cut(value, ",")
	if !two {
		second = first
	}
	var errs [2]error
	x, errs[0] = strconv.ParseFloat(first, 64)
	y, errs[1] = strconv.ParseFloat(second, 64)
	if errs[0] != nil || errs[1] != nil || !(x >= 0 && x < 1e4 && y >= 0 && y < 1e4) {
		a.fail("attribute %s of %s is %q: want a number from 0 to 10000", name, a.of, value)
		return fallback, fallback
	}
	return x, y
}

func (a *attributes) number(name string, fallback float64) float64 {
	x, _ := a.numbers(name, fallback)
	return x
}

// oneOf reads an attribute with one of some values, the first of which is the default.
func (a *attributes) oneOf(name string, values ...string) string {
	value := a.text(name, values[0])
	if !slices.Contains(values, value) {
		a.fail("attribute %s of %s is %q: want one of %s", name, a.of, value, strings.Join(values, ", "))
		return values[0]
	}
	return value
}

func (a *attributes) styles(values ...string) map[string]bool {
	styles := make(map[string]bool)
	for style := range strings.SplitSeq(a.text("style", "solid"), ",") {
		if style != "solid" && !slices.Contains(values, style) {
			a.fail("attribute style of %s has %q: want some of %s", a.of, style, strings.Join(values, ", "))
		}
		styles[style] = true
	}
	return styles
}

// word reads an attribute of letters, digits and a few characters that mean nothing in SVG.
func (a *attributes) word(name, fallback string) string {
	value := a.text(name, fallback)
	if strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -#") != "" {
		a.fail("attribute %s of %s is %q: want letters and digits", name, a.of, value)
		return fallback
	}
	return value
}

// color reads a color of SVG, or a grey by its percentage of white, as in grey60.
func (a *attributes) color(name, fallback string) string {
	value := a.word(name, fallback)
	percent, err := strconv.Atoi(strings.TrimPrefix(strings.Replace(value, "gray", "grey", 1), "grey"))
	if err != nil || percent < 0 || percent > 100 {
		return value
	}
	level := (percent*255 + 50) / 100
	return fmt.Sprintf("#%02x%02x%02x", level, level, level)
}

func (a *attributes) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// close reports attributes that were not read, and returns the first error.
func (a *attributes) close() error {
	for _, name := range slices.Sorted(maps.Keys(a.left)) {
		a.fail("attribute %s of %s cannot be drawn in SVG", name, a.of)
	}
	return a.err
}
