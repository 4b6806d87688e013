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
func ExampleDivide() {
	for division, err := range search.Divide(context.Background(), &Heap{stones: 7}, 4, search.PerftOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(division.Move, division.Leaves)
	}
	// Output:
	// 1 17
	// 2 10
	// 3 4
}
