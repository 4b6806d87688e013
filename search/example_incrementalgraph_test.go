package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Cover is a row of ten cells that are covered by tiles of one or two cells. A move is the set of cells that a tile
// covers.
type Cover struct{ covered int }

func (c *Cover) Moves(dst []int) []int {
	for cell := range 10 {
		for _, tile := range []int{1 << cell, 3 << cell} {
			if tile < 1<<10 && c.covered&tile == 0 {
				dst = append(dst, tile)
			}
		}
	}
	return dst
}

func (c *Cover) Play(tile int)         { c.covered |= tile }
func (c *Cover) Undo(tile int)         { c.covered &^= tile }
func (c *Cover) Acyclic() bool         { return true }
func (c *Cover) Commute(a, b int) bool { return a&b == 0 }
func (c *Cover) Hash() uint64          { return transposition.Mix(uint64(c.covered)) }

// Tiles of one cell twice lead to the same position as a tile of two cells, which is not an incremental transposition.
// With both kinds recognised, every position is visited once, and fewer are looked up in the memory.
func ExampleIncrementalGraph() {
	ctx := context.Background()
	for _, space := range []search.Space[int]{
		search.Incremental(new(Cover)),
		search.Graph(new(Cover), nil),
		search.IncrementalGraph(new(Cover), nil),
	} {
		result, err := search.DepthFirst(ctx, space, ply.Limits{}, search.Options[int]{})
		fmt.Println(result.Nodes, result.MemoryHits, err)
	}
	// Output:
	// 5741 0 <nil>
	// 1024 6401 <nil>
	// 1024 511 <nil>
}
