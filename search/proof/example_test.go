package proof_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// Heaps are heaps of stones. Two sides take turns to take one, two or three stones of one heap. Who takes
// the last stone wins: the more stones have been taken until then, the less it is worth.
type Heaps struct {
	sizes []int
	taken []Take
}

// A Take is the number of a heap and that of the stones taken from it.
type Take struct{ Heap, Stones int }

func (h *Heaps) Moves(dst []Take) []Take {
	for i, size := range h.sizes {
		for n := 1; n <= min(3, size); n++ {
			dst = append(dst, Take{i, n})
		}
	}
	return dst
}

func (h *Heaps) Play(t Take) {
	h.sizes[t.Heap] -= t.Stones
	h.taken = append(h.taken, t)
}

func (h *Heaps) Undo(t Take) {
	h.sizes[t.Heap] += t.Stones
	h.taken = h.taken[:len(h.taken)-1]
}

func (h *Heaps) ToMove() int   { return len(h.taken) % 2 }
func (h *Heaps) Outcome() int  { return len(h.taken) - 100 } // the other side took the last stone
func (h *Heaps) Acyclic() bool { return true }
func (h *Heaps) Hash() uint64  { return transposition.Hash(fmt.Append(nil, h.sizes, len(h.taken))) }
func (h *Heaps) Clone() *Heaps {
	return &Heaps{append([]int(nil), h.sizes...), append([]Take(nil), h.taken...)}
}

// Evaluate makes it a ply.Evaluator: where a search goes no deeper, heaps of sizes that are no
// multiples of four are good for the side to move.
func (h *Heaps) Evaluate() int {
	sum := 0
	for _, size := range h.sizes {
		sum ^= size % 4
	}
	switch {
	case len(h.Moves(nil)) == 0:
		return h.Outcome()
	case sum == 0:
		return -1
	default:
		return 1
	}
}

func ExampleBestFirst() {
	g := &Heaps{sizes: []int{2, 4, 5}}
	result, err := proof.BestFirst(context.Background(), g, proof.Options[Take]{})
	fmt.Println(result.Answer, result.Line[0], err)
	// Output: proved {2 3} <nil>
}

func ExampleDepthFirst() {
	table, err := transposition.NewTable[proof.Numbers](1<<12, transposition.TwoBig)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &Heaps{sizes: []int{1, 4, 5}}
	result, err := proof.DepthFirst(context.Background(), g, table, proof.Options[Take]{})
	fmt.Println(result.Answer, err)
	// Output: disproved <nil>
}
