package puct_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// Trip is a game of one player: a choice between the coast and the open sea, a wind with one of 1000 speeds, and a
// choice of small or large sails.
type Trip []int

const (
	Coast = iota
	Sea
)

func (t *Trip) Moves(dst []int) []int {
	count := 2
	switch len(*t) {
	case 1:
		count = 1000
	case 3:
		count = 0
	}
	for m := range count {
		dst = append(dst, m)
	}
	return dst
}

func (t *Trip) Play(m int) { *t = append(*t, m) }
func (t *Trip) Undo(int)   { *t = (*t)[:len(*t)-1] }

func (t *Trip) ToMove() int {
	if len(*t) == 1 {
		return ply.Chance
	}
	return 0
}

func (t *Trip) Probabilities(winds []int, dst []float64) []float64 {
	for range winds {
		dst = append(dst, 0.001)
	}
	return dst
}

// Outcome is the profit. It depends on both choices, and on the wind.
func (t *Trip) Outcome() int {
	profit := [2][2]int{Coast: {100, 200}, Sea: {-400, 400}}
	return profit[(*t)[0]][(*t)[2]] + (*t)[1] - 500
}

// The evaluator knows nothing. A search that has a node for each wind meets most winds once, and never reaches the
// end of the trip. In an open loop, all winds share a node.
func ExampleSearch_openLoop() {
	even := func(_ context.Context, leaves []*puct.Leaf[*Trip, int]) error {
		for _, leaf := range leaves {
			leaf.Value = 0
		}
		return nil
	}
	for _, open := range []bool{false, true} {
		opt := puct.Options[int]{OpenLoop: open, Scale: 1000}
		r, err := puct.Search(context.Background(), new(Trip), even, ply.Limits{Nodes: 500}, opt)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("open loop %t: by sea %t, value %.1f\n", open, r.Move == Sea, r.Value)
	}
	// Output:
	// open loop false: by sea false, value 0.0
	// open loop true: by sea true, value 0.4
}
