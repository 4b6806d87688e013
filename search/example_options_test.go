package search_test

import (
	"context"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/search"
)

// Bits are sixty bits that are chosen one after the other: far too many lines of play to search them all.
type Bits []int

func (b *Bits) Moves(dst []int) []int {
	if len(*b) == 60 {
		return dst
	}
	return append(dst, 0, 1)
}

func (b *Bits) Play(bit int)   { *b = append(*b, bit) }
func (b *Bits) Undo(int)       { *b = (*b)[:len(*b)-1] }
func (b *Bits) Acyclic() bool  { return true }
func (b *Bits) Score() float64 { return float64((*b)[58] + (*b)[59]) }

// A search that is cut short returns its findings so far, and no error: here the line with the highest score. Progress
// gets the same result.
func ExampleOptions() {
	calls := 0
	result, err := search.DepthFirst(stop.ReportEach(context.Background(), time.Millisecond), search.Tree(new(Bits)), ply.Limits{Nodes: 1_000_000}, search.Options[int]{
		Progress: func(search.Result[int]) { calls++ },
	})
	fmt.Println(result.Status, result.Nodes, err)
	fmt.Println(len(result.Line), result.Line[58:], calls > 0)
	// Output:
	// out of nodes 1000000 <nil>
	// 60 [1 1] true
}
