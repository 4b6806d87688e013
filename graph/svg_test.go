package graph_test

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ply-search/ply/graph"
)

func picture() *graph.Graph {
	g := new(graph.Graph)
	g.Connect(g.Add(graph.Node{Label: "a"}), g.Add(graph.Node{Group: "b"}), "c")
	return g
}

// An element is one of an SVG picture with its text.
type element struct {
	name       string
	attributes map[string]string
	text       string
}

func (e *element) number(t *testing.T, name string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(e.attributes[name], 64)
	if err != nil {
		t.Errorf("%s %v: %v", e.name, e.attributes, err)
	}
	return x
}

// svgOf returns the elements of the picture of a graph.
func svgOf(t *testing.T, g *graph.Graph, style graph.Style) []element {
	t.Helper()
	var out strings.Builder
	if err := g.WriteSVG(t.Context(), &out, style); err != nil {
		t.Fatal(err)
	}
	var elements []element
	decoder := xml.NewDecoder(strings.NewReader(out.String()))
	for {
		token, err := decoder.Token()
		if token == nil {
			if len(elements) == 0 {
				t.Fatalf("no picture: %v\n%s", err, out.String())
			}
			return elements
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, attributes: make(map[string]string)}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			elements = append(elements, e)
		case xml.CharData:
			if len(elements) > 0 {
				elements[len(elements)-1].text += string(token)
			}
		}
	}
}

// all returns the elements of some name whose style has a part.
func all(elements []element, name, style string) []element {
	var found []element
	for _, e := range elements {
		if e.name == name && strings.Contains(e.attributes["style"], style) {
			found = append(found, e)
		}
	}
	return found
}

func TestSVGHonoursTheStyle(t *testing.T) {
	g := new(graph.Graph)
	start := g.Add(graph.Node{Classes: []string{"start"}})
	left := g.Add(graph.Node{Label: "one", Group: "block 1", Classes: []string{"root"}})
	right := g.Add(graph.Node{Label: "two\n  lines", Group: "block 1", Classes: []string{"solution"}})
	cut := g.Add(graph.Node{Classes: []string{"cut"}})
	g.Connect(start, left, "a < b")
	g.Connect(start, right, "")
	g.Connect(right, cut, "")
	g.Connect(left, left, "again")
	g.Arcs[2].Mark("cut")
	g.MarkWinning()

	elements := svgOf(t, g, graph.DefaultStyle())
	for _, want := range []struct {
		name, style string
		count       int
	}{
		{"rect", "fill:white", 1},
		{"rect", "fill:aliceblue;stroke:steelblue", 1},
		{"ellipse", "fill:palegreen;stroke:black;stroke-width:2.5", 1},
		{"rect", "fill:#d9d9d9;stroke:steelblue;stroke-width:2.5", 1},
		{"rect", "fill:forestgreen", 1},
		{"ellipse", "fill:#999999", 1},
		{"path", "", 4},
		{"path", "stroke:forestgreen;stroke-width:1.5", 1},
		{"path", "stroke-dasharray", 1},
		{"polygon", "", 3}, // no arrowhead where it is cut
		{"text", "font-family:Courier;font-size:10px;fill:black", 1},
		{"text", "font-family:Courier;font-size:10px;fill:white", 2},
		{"text", "font-family:Helvetica;font-size:9px", 2},
		{"text", "font-family:Helvetica;font-size:10px;fill:steelblue", 1},
	} {
		if got := all(elements, want.name, want.style); len(got) != want.count {
			t.Errorf("%d elements %s with %q, want %d", len(got), want.name, want.style, want.count)
		}
	}
	var texts []string
	for _, e := range all(elements, "text", "") {
		texts = append(texts, e.text)
	}
	for _, want := range []string{"block 1", "a < b", "again", "one", "two", "  lines"} {
		if !strings.Contains(strings.Join(texts, "|"), want) {
			t.Errorf("texts %q lack %q", texts, want)
		}
	}
	frame := all(elements, "rect", "fill:aliceblue")[0]
	for _, inside := range append(all(elements, "rect", "fill:#d9d9d9"), all(elements, "rect", "fill:forestgreen")...) {
		for _, side := range []struct{ at, size string }{{"x", "width"}, {"y", "height"}} {
			from, to := inside.number(t, side.at), inside.number(t, side.at)+inside.number(t, side.size)
			if from < frame.number(t, side.at) || to > frame.number(t, side.at)+frame.number(t, side.size) {
				t.Errorf("a node from %s = %v to %v is outside of the frame %v", side.at, from, to, frame.attributes)
			}
		}
	}
}

// Attributes are of a node, in inches, or points where Graphviz has them.
func TestSVGAttributes(t *testing.T) {
	for _, test := range []struct {
		attributes graph.Attributes
		label      string
		name       string
		want       map[string]string
	}{
		{nil, "", "ellipse", map[string]string{"rx": "27.00", "ry": "18.00", "style": "fill:none;stroke:black;stroke-width:1"}},
		{graph.Attributes{"shape": "box", "width": "1", "height": "0.5"}, "", "rect", map[string]string{"width": "72.00", "height": "36.00", "rx": "0.00"}},
		{graph.Attributes{"shape": "box", "style": "rounded,filled,dashed", "color": "gray100"}, "", "rect", map[string]string{"rx": "9.00", "style": "fill:#ffffff;stroke:#ffffff;stroke-width:1;stroke-dasharray:5,2"}},
		{graph.Attributes{"shape": "box", "fontsize": "10", "margin": "0.5,0"}, "123456789012345", "rect", map[string]string{"width": "162.00", "height": "36.00"}},
		{graph.Attributes{"shape": "box", "fontsize": "10", "margin": "0.5,0", "fixedsize": "true"}, "123456789012345", "rect", map[string]string{"width": "54.00"}},
		{graph.Attributes{"shape": "circle", "width": "0.5", "height": "1"}, "", "ellipse", map[string]string{"rx": "36.00", "ry": "36.00"}},
		{graph.Attributes{"shape": "point", "color": "red", "width": "0.1", "height": "0.1"}, "unseen", "ellipse", map[string]string{"rx": "3.60", "style": "fill:red;stroke:red;stroke-width:1"}},
	} {
		g := new(graph.Graph)
		g.Add(graph.Node{Label: test.label})
		found := all(svgOf(t, g, graph.Style{"node": test.attributes}), test.name, "")
		if len(found) != 1 {
			t.Errorf("%v: %d elements %s", test.attributes, len(found), test.name)
			continue
		}
		for name, want := range test.want {
			if got := found[0].attributes[name]; got != want {
				t.Errorf("%v: %s is %q, want %q", test.attributes, name, got, want)
			}
		}
	}
}

func TestSVGLeavesOutWhatIsInvisible(t *testing.T) {
	g := new(graph.Graph)
	g.Connect(g.Add(graph.Node{Label: "a"}), g.Add(graph.Node{Label: "b"}), "c")
	invisible := graph.Attributes{"style": "invis"}
	elements := svgOf(t, g, graph.Style{"node": invisible, "arc": invisible})
	if len(elements) != 1 {
		t.Errorf("elements %v", elements)
	}
}

// What a picture cannot show is not left out silently.
func TestSVGRefuses(t *testing.T) {
	for _, test := range []struct {
		part  string
		value graph.Attributes
		want  string
	}{
		{"graph", graph.Attributes{"rankdir": "LR"}, "attribute rankdir of the graph"},
		{"graph", graph.Attributes{"nodesep": "-1"}, `attribute nodesep of the graph is "-1": want a number`},
		{"node", graph.Attributes{"shape": "house"}, `attribute shape of a node is "house": want one of ellipse, oval, circle`},
		{"node", graph.Attributes{"width": "NaN"}, "attribute width"},
		{"node", graph.Attributes{"style": "filled,wedged"}, `attribute style of a node has "wedged"`},
		{"node", graph.Attributes{"color": `"/><script`}, "attribute color"},
		{"arc", graph.Attributes{"arrowhead": "dot"}, "attribute arrowhead of an arc"},
		{"arc", graph.Attributes{"taillabel": "x"}, "attribute taillabel of an arc cannot be drawn"},
		{"group", graph.Attributes{"margin": "1"}, "attribute margin of a group"},
		{"class", graph.Attributes{"peripheries": "2"}, "attribute peripheries of a node"},
	} {
		g := new(graph.Graph)
		g.Connect(g.Add(graph.Node{Group: "g", Classes: []string{"class"}}), 0, "")
		style := graph.DefaultStyle()
		for part, of := range style {
			if part == test.part {
				maps.Copy(of, test.value)
			}
		}
		if test.part == "class" {
			style["node.class"] = test.value
		}
		var out strings.Builder
		if err := g.WriteSVG(t.Context(), &out, style); err == nil || !strings.Contains(err.Error(), test.want) || out.Len() > 0 {
			t.Errorf("%s %v: error %v, want %q", test.part, test.value, err, test.want)
		}
	}
}

// Labels are text, even if they have characters that mean something in XML or none there.
func TestSVGEscapes(t *testing.T) {
	g := new(graph.Graph)
	g.Connect(g.Add(graph.Node{Label: `</text>&amp;"'` + "\x00\xff"}), g.Add(graph.Node{Group: "<g>"}), "<!--")
	elements := svgOf(t, g, graph.DefaultStyle())
	var texts []string
	for _, e := range all(elements, "text", "") {
		texts = append(texts, strings.TrimRight(e.text, "\n"))
	}
	if want := []string{"<g>", "<!--", `</text>&amp;"'` + "\ufffd\ufffd"}; !slices.Equal(texts, want) {
		t.Errorf("texts %q, want %q", texts, want)
	}
}

func TestSVGOfAnEmptyGraph(t *testing.T) {
	if elements := svgOf(t, new(graph.Graph), nil); len(elements) != 1 {
		t.Errorf("elements %v", elements)
	}
}

func TestSVGRefusesArcsWithoutNodes(t *testing.T) {
	for _, ends := range [][2]int{{0, 2}, {2, 0}, {-1, 0}, {0, -1}} {
		g := picture()
		g.Connect(ends[0], ends[1], "")
		err := g.WriteSVG(t.Context(), io.Discard, graph.DefaultStyle())
		if want := fmt.Sprintf("arc 1 leads from node %d to node %d of 2 nodes", ends[0], ends[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestSVGReportsErrors(t *testing.T) {
	full := errors.New("full")
	if err := picture().WriteSVG(t.Context(), failing{full}, graph.DefaultStyle()); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := picture().WriteSVG(ctx, failing{full}, graph.DefaultStyle()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
