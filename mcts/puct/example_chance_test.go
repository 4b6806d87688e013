package puct_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// Race is a race of two players over 10 steps. A player walks 3 steps or tosses a coin, which is worth 7 steps or none.
// The move of chance is the number of steps that the coin is worth.
type Race struct {
	steps [2]int
	turn  int   // of turns completed
	moves []int // played
}

const (
	Walk = 3
	Toss = -1
)

func (r *Race) Moves(dst []int) []int {
	switch {
	case max(r.steps[0], r.steps[1]) >= 10:
		return dst
	case r.ToMove() == ply.Chance:
		return append(dst, 0, 7)
	}
	return append(dst, Walk, Toss)
}

func (r *Race) Play(m int) {
	if r.moves = append(r.moves, m); m != Toss {
		r.steps[r.turn%2] += m
		r.turn++
	}
}

func (r *Race) Undo(m int) {
	if r.moves = r.moves[:len(r.moves)-1]; m != Toss {
		r.turn--
		r.steps[r.turn%2] -= m
	}
}

func (r *Race) ToMove() int {
	if n := len(r.moves); n > 0 && r.moves[n-1] == Toss {
		return ply.Chance
	}
	return r.turn % 2
}

func (r *Race) Probabilities(outcomes []int, dst []float64) []float64 { return append(dst, 0.5, 0.5) }

func (r *Race) Outcome() int { return -1 } // the player who moved last has arrived

// The evaluator compares the steps of the players. In a position of chance, the value is for side 0.
func ExampleSearch_chance() {
	compare := func(_ context.Context, leaves []*puct.Leaf[*Race, int]) error {
		for _, leaf := range leaves {
			own := max(leaf.Position.ToMove(), 0)
			steps := leaf.Position.steps
			leaf.Value = float64(min(steps[own], 10)-min(steps[1-own], 10)) / 20
		}
		return nil
	}
	for _, start := range [][2]int{{0, 0}, {7, 4}, {3, 7}} {
		r, err := puct.Search(context.Background(), &Race{steps: start}, compare, ply.Limits{Nodes: 10_000}, puct.Options[int]{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: toss %t, %v\n", start, r.Move == Toss, r.Status)
	}
	// Output:
	// [0 0]: toss true, out of nodes
	// [7 4]: toss false, solved
	// [3 7]: toss true, out of nodes
}
