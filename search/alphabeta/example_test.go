package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/search/alphabeta"
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

func ExampleMinimax() {
	g := &Heaps{sizes: []int{1, 2, 4}}
	result, err := alphabeta.Minimax(context.Background(), g, alphabeta.Options[Take]{})
	fmt.Println(result.Value, result.Line, result.Nodes, err)
	// Output: 95 [{1 1} {0 1} {1 1} {2 1} {2 3}] 1222 <nil>
}

func ExampleSearch() {
	g := &Heaps{sizes: []int{1, 2, 4}}
	result, err := alphabeta.Search(context.Background(), g, alphabeta.Options[Take]{})
	fmt.Println(result.Value, result.Line, result.Nodes, err)
	// Output: 95 [{1 1} {1 1} {0 1} {2 1} {2 3}] 352 <nil>
}

// A search to some depth, one move deeper each time, with a table.
func ExamplePrincipalVariation() {
	table, err := transposition.NewTable[transposition.Entry](1<<16, transposition.TwoDeep)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &Heaps{sizes: []int{3, 4, 5, 6}}
	result, err := alphabeta.PrincipalVariation(context.Background(), g, alphabeta.Options[Take]{Depth: 8, Deepen: true, Table: table})
	fmt.Println(result.Value, result.Bound, result.Final, result.Line[0], err)
	for _, d := range result.Depths {
		fmt.Println(d.Depth, d.Value, d.Nodes)
	}
	// Output:
	// -1 exact false {0 1} <nil>
	// 1 -1 13
	// 2 -1 57
	// 3 -1 150
	// 4 -1 476
	// 5 -1 833
	// 6 -1 1933
	// 7 -1 2415
	// 8 -1 4227
}

func ExampleAspiration() {
	table, err := transposition.NewTable[transposition.Entry](1<<12, transposition.TwoDeep)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &Heaps{sizes: []int{3, 4, 5}}
	result, err := alphabeta.Aspiration(context.Background(), g, alphabeta.Options[Take]{Deepen: true, Table: table})
	fmt.Println(result.Value, result.Final, result.Line[0], err)
	// Output: 93 true {0 2} <nil>
}

func ExampleMTDF() {
	table, err := transposition.NewTable[transposition.Entry](1<<12, transposition.TwoDeep)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &Heaps{sizes: []int{3, 4, 5}}
	result, err := alphabeta.MTDF(context.Background(), g, alphabeta.Options[Take]{Deepen: true, Table: table})
	fmt.Println(result.Value, result.Final, result.Line[0], err)
	// Output: 93 true {0 2} <nil>
}

func ExampleParallel() {
	shared, err := transposition.NewConcurrent(1 << 12)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &Heaps{sizes: []int{3, 4, 5}}
	result, err := alphabeta.Parallel(context.Background(), g, shared, alphabeta.Options[Take]{Workers: 2, Deepen: true})
	fmt.Println(result.Value, result.Final, err)
	// Output: 93 true <nil>
}

// Does the side to move win?
