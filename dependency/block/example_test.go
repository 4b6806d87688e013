package block_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/transposition"
)

// waiting is a game of three counters that count up to a limit. Each is a sub-game. If waits is set, the last counter
// begins only when the first has reached the limit.
type waiting struct {
	values [3]int32
	limit  int32
	waits  bool
}

// A count is a move: a counter, and the value from which it goes up by 1.
type count struct{ counter, from int32 }

func (w *waiting) Subgames() int { return 3 }

func (w *waiting) Next(x int) (count, bool) {
	return count{int32(x), w.values[x]}, w.values[x] < w.limit && (x != 2 || !w.waits || w.values[0] == w.limit)
}

// Watched says that the last counter looks at the first, if it waits.
func (w *waiting) Watched(x int, dst []int32) []int32 {
	if x == 2 && w.waits {
		return append(dst, 0)
	}
	return dst
}

func (w *waiting) Changed(m count, dst []int32) []int32 { return append(dst, m.counter) }

func (w *waiting) Moves(dst []count) []count {
	for x := range w.values {
		if m, ok := w.Next(x); ok {
			dst = append(dst, m)
		}
	}
	return dst
}

func (w *waiting) Hash() (hash uint64) {
	for x, v := range w.values {
		hash ^= transposition.Zobrist{}.Key(x, int(v))
	}
	return hash
}

func (w *waiting) HashChange(m count) uint64 {
	x, v := int(m.counter), int(m.from)
	return transposition.Zobrist{}.Key(x, v) ^ transposition.Zobrist{}.Key(x, v+1)
}

func (w *waiting) Play(m count)     { w.values[m.counter]++ }
func (w *waiting) Undo(m count)     { w.values[m.counter]-- }
func (w *waiting) Cells() int       { return 3 }
func (w *waiting) Cell(i int) int32 { return w.values[i] }
func (w *waiting) Acyclic() bool    { return true }
func (w *waiting) Solved() bool     { return len(w.Moves(nil)) == 0 }

// Three independent counters that count to four are one block of 5×5×5 positions, which takes 12 moves to find. If the
// last counter waits for the first, there are two smaller blocks.
func ExampleSearch() {
	for _, waits := range []bool{false, true} {
		game := &waiting{limit: 4, waits: waits}
		result, err := block.Search(context.Background(), game, ply.Limits{}, block.Options[count]{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %d positions in %d blocks, %.1f in each\n", result.Status, result.Nodes, result.Blocks, result.MeanBlock())
		fmt.Println("a solution has", len(result.Line), "moves")
	}
	// Output:
	// complete: 125 positions in 1 blocks, 125.0 in each
	// a solution has 12 moves
	// complete: 45 positions in 2 blocks, 22.5 in each
	// a solution has 12 moves
}

func ExampleAll() {
	game := &waiting{limit: 4, waits: true}
	for b, err := range block.All(context.Background(), game, ply.Limits{}, block.Options[count]{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("block %d, reached from %d: root %v, %d positions\n", b.ID, b.Parent, game.values, b.Size())
	}
	// Output:
	// block 0, reached from -1: root [0 0 0], 25 positions
	// block 1, reached from 0: root [4 0 1], 20 positions
}

// The sequences of a block, and the positions that they combine to.
func ExampleBlock() {
	game := &waiting{limit: 1}
	for b, err := range block.All(context.Background(), game, ply.Limits{}, block.Options[count]{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for x := range game.Subgames() {
			fmt.Println(x, b.Sequence(x, nil))
		}
		for played := range b.Positions() {
			fmt.Println(played, game.values)
		}
	}
	// Output:
	// 0 [{0 0}]
	// 1 [{1 0}]
	// 2 [{2 0}]
	// [0 0 0] [0 0 0]
	// [0 0 1] [0 0 1]
	// [0 1 0] [0 1 0]
	// [0 1 1] [0 1 1]
	// [1 0 0] [1 0 0]
	// [1 0 1] [1 0 1]
	// [1 1 0] [1 1 0]
	// [1 1 1] [1 1 1]
}
