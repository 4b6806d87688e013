package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// Heaps are heaps of stones. The sides take one, two or three stones of one heap in turn. The side that takes the last
// stone wins, and the sooner, the better.
type Heaps struct {
	sizes []int
	taken int // how many times
}

// A Take is the number of a heap and the number of stones taken from it.
type Take struct{ Heap, Stones int }

func (h *Heaps) Moves(dst []Take) []Take {
	for i, size := range h.sizes {
		for n := 1; n <= min(3, size); n++ {
			dst = append(dst, Take{i, n})
		}
	}
	return dst
}

func (h *Heaps) Play(t Take) { h.sizes[t.Heap] -= t.Stones; h.taken++ }
func (h *Heaps) Undo(t Take) { h.sizes[t.Heap] += t.Stones; h.taken-- }

func (h *Heaps) ToMove() int   { return h.taken % 2 }
func (h *Heaps) Outcome() int  { return h.taken - 100 } // the other side took the last stone
func (h *Heaps) Acyclic() bool { return true }
func (h *Heaps) Hash() uint64  { return transposition.Hash(fmt.Append(nil, h.sizes, h.taken)) }

// Evaluate returns -1 for positions that are lost by the theory of the game, and 1 for others.
func (h *Heaps) Evaluate() int {
	nimSum, stones := 0, 0
	for _, size := range h.sizes {
		nimSum ^= size % 4
		stones += size
	}
	switch {
	case stones == 0:
		return h.Outcome()
	case nimSum == 0:
		return -1
	default:
		return 1
	}
}

// A search to a depth of four moves, by one move more at a time, with a table.
func ExampleSearch() {
	table := transposition.NewTable(1 << 20)
	g := &Heaps{sizes: []int{3, 4, 5, 6}}
	result, err := alphabeta.Search(context.Background(), g, ply.Limits{}, alphabeta.Options[Take]{
		Depth: 4,
		Table: table,
	})
	for _, d := range result.Depths {
		fmt.Println("depth", d.Depth, "value", d.Value)
	}
	fmt.Println(result.Value, result.Bound, result.Final, result.Line[0], err)
	// Output:
	// depth 1 value -1
	// depth 2 value -1
	// depth 3 value -1
	// depth 4 value -1
	// -1 exact false {0 1} <nil>
}
