package search_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Pancakes are a stack of pancakes of different sizes, the top one first. A move turns over the first n of them. The
// stack shall be sorted.
type Pancakes []int

func (p Pancakes) Moves(dst []int) []int {
	if p.Solved() {
		return dst
	}
	for n := 2; n <= len(p); n++ {
		dst = append(dst, n)
	}
	return dst
}

func (p Pancakes) Play(n int)   { slices.Reverse(p[:n]) }
func (p Pancakes) Undo(n int)   { slices.Reverse(p[:n]) }
func (p Pancakes) Solved() bool { return slices.IsSorted(p) }

// Inverse makes Pancakes a search.Inverter: a move takes itself back.
func (p Pancakes) Inverse(n int) (inverse int, ok bool) { return n, true }

// Estimate counts the places where neighbours differ by more than one. A move changes one of these places.
func (p Pancakes) Estimate() int {
	gaps := 0
	for i, size := range p {
		next := len(p) + 1 // the plate
		if i < len(p)-1 {
			next = p[i+1]
		}
		if d := size - next; d < -1 || d > 1 {
			gaps++
		}
	}
	return gaps
}

func ExampleIDAStar() {
	stack := Pancakes{3, 6, 1, 7, 4, 2, 5}
	result, err := search.IDAStar(context.Background(), stack, ply.Limits{}, search.PathOptions[int]{})
	fmt.Println(result.Status, result.Line, result.Nodes, err)
	// Output: solved [4 7 4 2 3 5 6] 15 <nil>
}
