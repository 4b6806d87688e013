package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Counters are three counters that count up to four, each on its own. A move is the number of the counter that goes up.
type Counters [3]int

func (c *Counters) Moves(dst []int) []int {
	for i, count := range c {
		if count < 4 {
			dst = append(dst, i)
		}
	}
	return dst
}

func (c *Counters) Play(i int)            { c[i]++ }
func (c *Counters) Undo(i int)            { c[i]-- }
func (c *Counters) Acyclic() bool         { return true }
func (c *Counters) Commute(i, j int) bool { return i != j }

// There are 5·5·5 positions, and 12!/(4!·4!·4!) lines to the last one. Without any memory for positions, each is visited
// once.
func ExampleIncremental() {
	ctx := context.Background()
	tree, err := search.DepthFirst(ctx, search.Tree(new(Counters)), ply.Limits{}, search.Options[int]{})
	fmt.Println(tree.Nodes, tree.Leaves, err)
	incremental, err := search.DepthFirst(ctx, search.Incremental(new(Counters)), ply.Limits{}, search.Options[int]{})
	fmt.Println(incremental.Nodes, incremental.Leaves, incremental.IncrementalCuts, err)
	// Output:
	// 110251 34650 <nil>
	// 125 1 176 <nil>
}
