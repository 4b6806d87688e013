package graph_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Stairs are climbed by one step or two at a time.
type Stairs struct{ at, top int }

func (s *Stairs) Moves(dst []int) []int {
	for m := 1; m <= min(2, s.top-s.at); m++ {
		dst = append(dst, m)
	}
	return dst
}

func (s *Stairs) Play(m int)    { s.at += m }
func (s *Stairs) Undo(m int)    { s.at -= m }
func (s *Stairs) Solved() bool  { return s.at == s.top }
func (s *Stairs) Acyclic() bool { return true }
func (s *Stairs) Hash() uint64  { return transposition.Mix(uint64(s.at)) }

// A search calls the recorder for each position that it visits.
func ExampleRecorder() {
	stairs := &Stairs{top: 2}
	recorder := graph.NewRecorder(stairs)
	recorder.Label = func() string { return fmt.Sprint("step ", stairs.at) }
	recorder.MoveLabel = func(m int) string { return fmt.Sprint("+", m) }
	space := search.Graph(stairs, nil)
	if _, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[int]{Visit: recorder.Visit}); err != nil {
		fmt.Println(err)
		return
	}
	picture, err := recorder.Graph()
	if err != nil {
		fmt.Println(err)
		return
	}
	picture.MarkWinning()
	style := graph.Style{"node.solution": {"color": "green"}}
	if err := picture.WriteDOT(os.Stdout, style); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph {
	// 	n0 ["label"="step 0"]
	// 	n1 ["label"="step 1"]
	// 	n2 ["color"="green", "label"="step 2"]
	// 	n0 -> n1 ["label"="+1"]
	// 	n0 -> n2 ["label"="+2"]
	// 	n1 -> n2 ["label"="+1"]
	// }
}

// A recorder can also be called by hand, with groups for its nodes.
func ExampleNewRecorder() {
	stairs := &Stairs{top: 3}
	recorder := graph.NewRecorder(stairs)
	for range 2 {
		node, isNew := recorder.Position()
		recorder.Node(node).Group = "ground floor"
		fmt.Println(node, isNew, recorder.Len())
		stairs.Play(1)
	}
	picture, err := recorder.Graph()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, arc := range picture.Arcs {
		fmt.Println(arc.From, arc.To, arc.Is("cut"))
	}
	// Output:
	// 0 true 1
	// 1 true 2
	// 0 1 false
	// 0 2 true
	// 1 3 true
	// 1 4 true
}

// A graph that is too large to draw is an error, unless a part is wanted.
func ExampleSizeError() {
	stairs := &Stairs{top: 1000}
	recorder := graph.NewRecorder(stairs)
	recorder.MaxNodes = 50
	space := search.Graph(stairs, nil)
	if _, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[int]{Visit: recorder.Visit}); err != nil {
		fmt.Println(err)
		return
	}
	_, err := recorder.Graph()
	var size *graph.SizeError
	if errors.As(err, &size) {
		fmt.Println(size.Nodes, "nodes, at most", size.Max)
	}
	// Output: 1001 nodes, at most 50
}

// A graph of anything.
func ExampleGraph() {
	var g graph.Graph
	flour := g.Add(graph.Node{Label: "flour", Level: 1})
	water := g.Add(graph.Node{Label: "water", Level: 1})
	bread := g.Add(graph.Node{Label: "bread", Classes: []string{"combination"}, Level: 2})
	g.Connect(flour, bread, "500 g")
	g.Connect(water, bread, "300 g")
	style := graph.Style{
		"node":             {"shape": "box"},
		"node.combination": {"shape": "oval"},
		"level":            {"rank": "same"},
	}
	if err := g.WriteDOT(os.Stdout, style); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph {
	// 	node ["shape"="box"]
	// 	n0 ["label"="flour"]
	// 	n1 ["label"="water"]
	// 	n2 ["label"="bread", "shape"="oval"]
	// 	{ rank=same; n0; n1; }
	// 	{ rank=same; n2; }
	// 	n0 -> n2 ["label"="500 g"]
	// 	n1 -> n2 ["label"="300 g"]
	// }
}

func ExampleGraph_MarkWinning() {
	var g graph.Graph
	start := g.Add(graph.Node{})
	dead := g.Add(graph.Node{})
	solved := g.Add(graph.Node{Classes: []string{"solution"}})
	g.Connect(start, dead, "")
	g.Connect(start, solved, "")
	g.MarkWinning()
	fmt.Println(g.Nodes[start].Is("winning"), g.Nodes[dead].Is("winning"), g.Arcs[1].Is("winning"))
	// Output: true false true
}

func ExampleGraph_MarkExits() {
	var g graph.Graph
	inside := g.Add(graph.Node{Group: "block"})
	face := g.Add(graph.Node{Group: "block"})
	outside := g.Add(graph.Node{})
	g.Connect(inside, face, "")
	g.Connect(face, outside, "")
	g.MarkExits()
	fmt.Println(g.Nodes[inside].Is("exit"), g.Nodes[face].Is("exit"), g.Arcs[1].Is("exit"))
	// Output: false true true
}

// A style of your own, made from the usual one.
func ExampleDefaultStyle() {
	style := graph.DefaultStyle()
	style["node.blunder"] = graph.Attributes{"fillcolor": "orange"}
	node := graph.Node{Label: "f3"}
	node.Mark("blunder")
	attributes := style.NodeAttributes(&node)
	fmt.Println(attributes["label"], attributes["fillcolor"])
	// Output: f3 orange
}

func ExampleAttributes() {
	fmt.Println(graph.Attributes{"shape": "box", "color": "red"})
	// Output: ["color"="red", "shape"="box"]
}

// Heap is a heap of matches. A move takes one or two; the side that takes the last match wins.
type Heap struct{ left, played int }

func (h *Heap) Moves(dst []int) []int {
	for m := 1; m <= min(2, h.left); m++ {
		dst = append(dst, m)
	}
	return dst
}

func (h *Heap) Play(m int)    { h.left, h.played = h.left-m, h.played+1 }
func (h *Heap) Undo(m int)    { h.left, h.played = h.left+m, h.played-1 }
func (h *Heap) ToMove() int   { return h.played % 2 }
func (h *Heap) Outcome() int  { return -1 }
func (h *Heap) Acyclic() bool { return true }

// A picture of the first two plies of a search tree, without moves that had fewer than 5 simulations.
func ExampleFromTree() {
	tree, err := mcts.New(&Heap{left: 10}, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 100}); err != nil {
		fmt.Println(err)
		return
	}
	name := func(line []int) string { return fmt.Sprint("take ", line[len(line)-1]) }
	picture, err := graph.FromTree(tree.All(5), 2, 0, name)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := picture.WriteDOT(os.Stdout, graph.Style{"node.won": {"style": "bold"}}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph {
	// 	n0
	// 	n1 ["label"="take 1\l47\lwon in 7\l", "style"="bold"]
	// 	n2 ["label"="take 2\l27\llost in 6\l"]
	// 	n3 ["label"="take 1\l19\llost in 6\l"]
	// 	n0 -> n1
	// 	n1 -> n2
	// 	n1 -> n3
	// }
}

func ExampleGraph_WriteJSON() {
	var g graph.Graph
	start := g.Add(graph.Node{Classes: []string{"start"}})
	move := g.Add(graph.Node{Label: "e4", Numbers: map[string]float64{"visits": 12, "value": 0.25}})
	g.Connect(start, move, "")
	if err := g.WriteJSON(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"nodes":[
	// {"label":"","classes":["start"]},
	// {"label":"e4","numbers":{"value":0.25,"visits":12}}
	// ],"arcs":[
	// {"from":0,"to":1}
	// ]}
}

// WriteSVG needs no other program.
func ExampleGraph_WriteSVG() {
	var g graph.Graph
	g.Connect(g.Add(graph.Node{Label: "flour"}), g.Add(graph.Node{Label: "bread"}), "500 g")
	var picture strings.Builder
	if err := g.WriteSVG(context.Background(), &picture, graph.DefaultStyle()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(picture.String(), "<rect"), strings.Count(picture.String(), "<path"))
	// Output: 3 1
}
