package ply_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

// Nim is played by two sides that take one to three stones in turn. The side that takes the last stone wins.
type Nim struct{ stones, side int }

func (n *Nim) Moves(dst []int) []int {
	for take := 1; take <= min(3, n.stones); take++ {
		dst = append(dst, take)
	}
	return dst
}
func (n *Nim) Play(take int) { n.stones, n.side = n.stones-take, 1-n.side }
func (n *Nim) Undo(take int) { n.stones, n.side = n.stones+take, 1-n.side }
func (n *Nim) ToMove() int   { return n.side }
func (n *Nim) Outcome() int  { return -1 } // of the side to move, as the other one took the last stone
func (n *Nim) Acyclic() bool { return true }

// A game of two sides is searched by alpha-beta and by UCT alike.
func Example_nim() {
	ctx := context.Background()
	exact, err := alphabeta.Search(ctx, &Nim{stones: 10}, ply.Limits{}, alphabeta.Options[int]{})
	fmt.Println(exact.Line, exact.Value, err) // [2 1 3 1 3] 1 <nil>
	sampled, err := mcts.Search(ctx, &Nim{stones: 10}, ply.Limits{Nodes: 1000}, mcts.Options[int]{})
	fmt.Println(sampled.Move, sampled.Low, err) // 2 1 <nil>: a proven win
	// Output:
	// [2 1 3 1 3] 1 <nil>
	// 2 1 <nil>
}
