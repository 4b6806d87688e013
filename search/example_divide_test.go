package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/search"
)

// Heap is a heap of stones, of which a move takes one to three.
type Heap struct{ stones int }

func (h *Heap) Moves(dst []int) []int {
	for take := 1; take <= min(3, h.stones); take++ {
		dst = append(dst, take)
	}
	return dst
}

func (h *Heap) Play(take int) { h.stones -= take }
func (h *Heap) Undo(take int) { h.stones += take }

// How many of the lines of four moves begin with each move?
func ExamplePerft_divide() {
	heap := &Heap{stones: 7}
	for _, take := range heap.Moves(nil) {
		heap.Play(take)
		result, err := search.Perft(context.Background(), heap, 3, search.PerftOptions{})
		heap.Undo(take)
		fmt.Println(take, result.Leaves, err)
	}
	// Output:
	// 1 17 <nil>
	// 2 10 <nil>
	// 3 4 <nil>
}
