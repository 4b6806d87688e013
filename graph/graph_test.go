package graph_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Steps is a walk up a flight of stairs, one or two steps at a time.
type steps struct{ at, top int }

func (s *steps) Moves(dst []int) []int {
	for m := 1; m <= 2 && s.at+m <= s.top; m++ {
		dst = append(dst, m)
	}
	return dst
}

func (s *steps) Play(m int)    { s.at += m }
func (s *steps) Undo(m int)    { s.at -= m }
func (s *steps) Hash() uint64  { return transposition.Mix(uint64(s.at)) }
func (s *steps) Solved() bool  { return s.at == s.top }
func (s *steps) Acyclic() bool { return true }

type options struct {
	MaxNodes   int
	Part, Tree bool
}

func (o options) recorder(g *steps) *graph.Recorder[int] {
	r := graph.NewRecorder(g)
	r.MaxNodes, r.Part, r.Tree = o.MaxNodes, o.Part, o.Tree
	return r
}

func record(t testing.TB, g *steps, space search.Space[int], opt options) (*graph.Graph, error) {
	t.Helper()
	r := opt.recorder(g)
	r.Label = func() string { return fmt.Sprint(g.at) }
	r.MoveLabel = func(m int) string { return fmt.Sprint("+", m) }
	if _, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[int]{Visit: r.Visit}); err != nil {
		t.Fatal(err)
	}
	return r.Graph()
}

// arcs writes the arcs as the labels of their nodes.
func arcs(g *graph.Graph) []string {
	var list []string
	for _, a := range g.Arcs {
		list = append(list, g.Nodes[a.From].Label+a.Label+"="+g.Nodes[a.To].Label)
	}
	slices.Sort(list)
	return list
}

func TestRecorder(t *testing.T) {
	g := &steps{top: 3}
	merged, err := record(t, g, search.Graph(g, nil), options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(arcs(merged)), "[0+1=1 0+2=2 1+1=2 1+2=3 2+1=3]"; got != want || len(merged.Nodes) != 4 {
		t.Errorf("merged: %d nodes, arcs %v, want 4 and %v", len(merged.Nodes), got, want)
	}
	tree, err := record(t, g, search.Tree(g), options{Tree: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(arcs(tree)), "[0+1=1 0+2=2 1+1=2 1+2=3 2+1=3 2+1=3]"; got != want || len(tree.Nodes) != 7 {
		t.Errorf("tree: %d nodes, arcs %v, want 7 and %v", len(tree.Nodes), got, want)
	}
	for _, n := range merged.Nodes {
		if n.Is("start") != (n.Label == "0") || n.Is("solution") != (n.Label == "3") {
			t.Errorf("node %+v", n)
		}
	}
}

func TestBound(t *testing.T) {
	g := &steps{top: 30}
	for _, tree := range []bool{false, true} {
		space := search.Graph(g, nil)
		size := 31
		if tree {
			g.top = 12
			space = search.Tree(g)
			size = 609 // 1 + the sizes for 11 and 10 steps: 1, 2, 4, 7, 12, …
		}
		_, err := record(t, g, space, options{MaxNodes: 10, Tree: tree})
		var tooLarge *graph.SizeError
		if !errors.As(err, &tooLarge) || tooLarge.Nodes != size || tooLarge.Max != 10 {
			t.Errorf("tree %v: error %v, want one of %d nodes", tree, err, size)
		}
		if !tree {
			space = search.Graph(g, nil)
		}
		part, err := record(t, g, space, options{MaxNodes: 10, Tree: tree, Part: true})
		if err != nil {
			t.Fatal(err)
		}
		kept, cut := 0, 0
		for _, n := range part.Nodes {
			if n.Is("cut") {
				cut++
			} else {
				kept++
			}
		}
		cutArcs := 0
		for _, a := range part.Arcs {
			if a.Is("cut") != part.Nodes[a.To].Is("cut") {
				t.Errorf("arc %+v", a)
			}
			if a.Is("cut") {
				cutArcs++
			}
		}
		if kept != 10 || cut == 0 || cut != cutArcs {
			t.Errorf("tree %v: %d nodes, %d cut, %d arcs cut", tree, kept, cut, cutArcs)
		}
	}
}

// TestRecorderTakesDownEverything compares records of random games with independent counts.
func TestRecorderTakesDownEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.Operators(t, true)
		r := graph.NewRecorder(g)
		r.MaxNodes = 1 << 20
		moves := 0
		result, err := search.BreadthFirst(context.Background(), search.ExactGraph(g, new(transposition.Set)), ply.Limits{}, search.Options[int]{
			Visit: func(depth int) {
				moves += len(g.Moves(nil))
				r.Visit(depth)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		picture, err := r.Graph()
		if err != nil || len(picture.Nodes) != result.Nodes || len(picture.Arcs) != moves {
			t.Fatalf("%d nodes, %d arcs, error %v, want %d, %d", len(picture.Nodes), len(picture.Arcs), err, result.Nodes, moves)
		}
		picture.MarkWinning()
		won := func(n int) bool { return picture.Nodes[n].Is("winning") || picture.Nodes[n].Is("solution") }
		if won(0) != (result.Solutions > 0) {
			t.Fatalf("start %+v, %d solutions", picture.Nodes[0], result.Solutions)
		}
		for _, a := range picture.Arcs {
			if a.Is("winning") != won(a.To) {
				t.Fatalf("arc %+v to %+v", a, picture.Nodes[a.To])
			}
		}
	})
}

// What cannot be recorded is an error, and no panic in the middle of a search.
func TestRecorderRefuses(t *testing.T) {
	g := &steps{top: 3}
	if _, err := record(t, g, search.Tree(g), options{MaxNodes: -1}); err == nil || !strings.Contains(err.Error(), "MaxNodes is -1") {
		t.Errorf("error %v", err)
	}
	for _, depths := range [][]int{{1}, {0, 2}, {0, 1, 0, 2}, {-1}} {
		r := graph.NewRecorder(g)
		r.Tree = true
		for _, depth := range depths {
			r.Visit(depth)
		}
		if _, err := r.Graph(); err == nil || !strings.Contains(err.Error(), "depth first") {
			t.Errorf("visits at %v: error %v", depths, err)
		}
	}
}

func TestMarkExits(t *testing.T) {
	g := new(graph.Graph)
	for _, group := range []string{"a", "a", "b", ""} {
		g.Add(graph.Node{Group: group})
	}
	g.Connect(0, 1, "")
	g.Connect(1, 2, "")
	g.Connect(2, 3, "")
	g.Connect(3, 0, "")
	g.MarkExits()
	var nodes, arcs []int
	for i := range g.Nodes {
		if g.Nodes[i].Is("exit") {
			nodes = append(nodes, i)
		}
		if g.Arcs[i].Is("exit") {
			arcs = append(arcs, i)
		}
	}
	if !slices.Equal(nodes, []int{1, 2}) || !slices.Equal(arcs, []int{1, 2}) {
		t.Errorf("nodes %v and arcs %v leave a group, want 1 and 2", nodes, arcs)
	}
}

func TestWriteDOT(t *testing.T) {
	g := new(graph.Graph)
	a := g.Add(graph.Node{Label: `say "a\b"`, Level: 1, Classes: []string{"start", "start" + "?"}})
	b := g.Add(graph.Node{Label: "two\nlines", Level: 2, Group: `gr"oup`})
	c := g.Add(graph.Node{Level: 2, Group: `gr"oup`})
	g.Connect(a, b, "x")
	g.Connect(a, c, "")
	g.Arcs[1].Mark("cut")
	var out strings.Builder
	err := g.WriteDOT(&out, graph.Style{
		"graph":      {"rankdir": "LR"},
		"labelled":   {"shape": "box"},
		"node.start": {"shape": "oval", "color": "red"},
		"arc.cut":    {"style": "dotted"},
		"level":      {"rank": "same"},
	})
	want := `digraph {
	graph ["rankdir"="LR"]
	n0 ["color"="red", "label"="say \"a\\b\"", "shape"="oval"]
	subgraph cluster_0 {
		graph ["label"="gr\"oup"]
		n1 ["label"="two\llines\l", "shape"="box"]
		n2
	}
	{ rank=same; n0; }
	{ rank=same; n1; n2; }
	n0 -> n1 ["label"="x"]
	n0 -> n2 ["style"="dotted"]
}
`
	if err != nil || out.String() != want {
		t.Errorf("error %v, got\n%s\nwant\n%s", err, out.String(), want)
	}
	full := errors.New("full")
	if err := g.WriteDOT(failing{full}, graph.DefaultStyle()); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

// Attributes of all parts come first, attributes of classes last.
func TestAttributes(t *testing.T) {
	style := graph.Style{
		"node":     {"shape": "oval", "color": "black", "width": "1"},
		"labelled": {"shape": "box", "color": "blue"},
		"node.a":   {"color": "red"},
		"node.b":   {"color": "green"},
		"arc":      {"color": "black"},
		"arc.a":    {"color": "red"},
		"group":    {"color": "black"},
	}
	for _, test := range []struct{ got, want graph.Attributes }{
		{style.NodeAttributes(&graph.Node{}), graph.Attributes{"shape": "oval", "color": "black", "width": "1"}},
		{style.NodeAttributes(&graph.Node{Label: "x"}), graph.Attributes{"shape": "box", "color": "blue", "width": "1", "label": "x"}},
		{style.NodeAttributes(&graph.Node{Label: "x", Classes: []string{"b", "a"}}),
			graph.Attributes{"shape": "box", "color": "red", "width": "1", "label": "x"}},
		{style.ArcAttributes(&graph.Arc{}), graph.Attributes{"color": "black"}},
		{style.ArcAttributes(&graph.Arc{Label: "x", Classes: []string{"a"}}), graph.Attributes{"color": "red", "label": "x"}},
		{style.GroupAttributes("g"), graph.Attributes{"color": "black", "label": "g"}},
	} {
		if !maps.Equal(test.got, test.want) {
			t.Errorf("got %v, want %v", test.got, test.want)
		}
	}
	if len(style["node"]) != 3 || len(style["arc"]) != 1 {
		t.Error("the style was changed")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
