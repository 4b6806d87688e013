package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Walk goes through a town of 10 by 10 blocks, east or north.
type Walk struct{ x, y int }

func (w *Walk) Moves(dst []string) []string {
	if w.x < 10 {
		dst = append(dst, "east")
	}
	if w.y < 10 {
		dst = append(dst, "north")
	}
	return dst
}

func (w *Walk) Play(way string) { w.step(way, 1) }
func (w *Walk) Undo(way string) { w.step(way, -1) }

func (w *Walk) step(way string, by int) {
	if way == "east" {
		w.x += by
	} else {
		w.y += by
	}
}

func (w *Walk) Acyclic() bool { return true }
func (w *Walk) Hash() uint64  { return transposition.Mix(uint64(w.x)<<8 | uint64(w.y)) }

// There are many lines of play, but few positions.
func ExampleGraph() {
	tree, err := search.DepthFirst(context.Background(), search.Tree(new(Walk)), ply.Limits{}, search.Options[string]{})
	fmt.Println(tree.Nodes, err)
	graph := search.Graph(new(Walk), nil)
	result, err := search.DepthFirst(context.Background(), graph, ply.Limits{}, search.Options[string]{})
	fmt.Println(result.Nodes, result.MemoryHits, err)
	// Output:
	// 705431 <nil>
	// 121 100 <nil>
}
