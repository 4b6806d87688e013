package learn_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/alphabeta"
)

// Race is a game of two piles. In turn each side takes one stone or two from the pile of the other, who loses with the last.
type race struct {
	piles [2]int
	side  int
}

func (r *race) Moves(dst []int) []int {
	if r.piles[r.side] <= 0 {
		return dst
	}
	return append(dst, 1, 2)
}
func (r *race) Play(n int)     { r.side ^= 1; r.piles[r.side] -= n }
func (r *race) Undo(n int)     { r.piles[r.side] += n; r.side ^= 1 }
func (r *race) ToMove() int    { return r.side }
func (r *race) Outcome() int   { return -1000 }
func (r *race) Acyclic() bool  { return true }
func (r *race) Finished() bool { return r.piles[r.side] <= 0 }

// AppendFeatures states the stones of the side to move and of the other side.
func (r *race) AppendFeatures(dst []float64) []float64 {
	return append(dst, float64(r.piles[r.side]), float64(r.piles[1-r.side]))
}

// A model with weights set by hand in a search.
func ExampleForAlphaBeta() {
	model := learn.Linear("race", 0, 1, -1) // stones are good, those of the other side bad
	options := alphabeta.Options[int]{Depth: 3, Evaluator: learn.ForAlphaBeta[int](model, 1000)}
	result, err := alphabeta.PrincipalVariation(context.Background(), &race{piles: [2]int{9, 9}}, options)
	fmt.Println(result.Line[:1], result.Value, err)
	// Output: [2] 125 <nil>
}
