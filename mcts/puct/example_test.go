package puct_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// TicTacToe is the game of noughts and crosses. A move is a cell, from 0 at the top left to 8 at the bottom right.
type TicTacToe struct {
	stones [2]uint // of each side, a bit for each cell
	count  int
}

// After returns the position after some moves.
func After(cells ...int) *TicTacToe {
	g := new(TicTacToe)
	for _, c := range cells {
		g.Play(c)
	}
	return g
}

// hasRow reports whether three of the stones are in a row.
func hasRow(stones uint) bool {
	for _, row := range []uint{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
		if stones&row == row {
			return true
		}
	}
	return false
}

func (g *TicTacToe) Moves(dst []int) []int {
	if hasRow(g.stones[1-g.ToMove()]) {
		return dst
	}
	for c := range 9 {
		if (g.stones[0]|g.stones[1])>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

func (g *TicTacToe) Play(c int) {
	g.stones[g.ToMove()] |= 1 << c
	g.count++
}

func (g *TicTacToe) Undo(c int) {
	g.count--
	g.stones[g.ToMove()] &^= 1 << c
}

func (g *TicTacToe) ToMove() int { return g.count % 2 }

func (g *TicTacToe) Outcome() int {
	if hasRow(g.stones[1-g.ToMove()]) {
		return -1 // the other side has three in a row
	}
	return 0
}

// Clone makes batches possible.
func (g *TicTacToe) Clone() *TicTacToe {
	c := *g
	return &c
}

// know takes all positions for even, and prefers the middle to the corners, and the corners to the sides.
func know(_ context.Context, leaves []*puct.Leaf[*TicTacToe, int]) error {
	for _, leaf := range leaves {
		leaf.Value = 0
		for i, c := range leaf.Moves {
			leaf.Priors[i] = [9]float32{3, 1, 3, 1, 5, 1, 3, 1, 3}[c]
		}
	}
	return nil
}

func ExampleSearch() {
	// The first side has two opposite corners and the second the middle: it must take a side, not a corner.
	result, err := puct.Search(context.Background(), After(0, 4, 8), know, ply.Limits{Nodes: 1000}, puct.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Move%2 == 1, result.Low, result.High, result.Status)
	// Output: true 0 0 solved
}

// A tree is kept from one move of the game to the next.
func ExampleNew() {
	tree, err := puct.New(After(), know, puct.Options[int]{NoSolver: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		result, err := tree.Search(context.Background(), ply.Limits{Nodes: 500})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Move, result.Nodes, result.Visits() > result.Nodes)
		if err := tree.Play(result.Move); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// 4 500 false
	// 8 500 true
	// 6 500 true
}

// An evaluator gets positions in batches. As many of them as possible are collected before it is called.
func ExampleOptions_batch() {
	calls, largest := 0, 0
	evaluate := func(ctx context.Context, leaves []*puct.Leaf[*TicTacToe, int]) error {
		calls++
		largest = max(largest, len(leaves))
		return know(ctx, leaves)
	}
	options := puct.Options[int]{Batch: 16, Selection: puct.PUCT{VirtualLoss: 1}}
	result, err := puct.Search(context.Background(), After(), evaluate, ply.Limits{Nodes: 400}, options)
	fmt.Println(largest, result.Evaluations > 8*calls, err)
	// Output: 16 true <nil>
}

// With InFlight, several calls of the evaluator run at the same time, while Workers collect positions.
func ExampleOptions_inFlight() {
	slow := func(ctx context.Context, leaves []*puct.Leaf[*TicTacToe, int]) error {
		time.Sleep(50 * time.Microsecond) // as a graphics processor might take
		return know(ctx, leaves)
	}
	options := puct.Options[int]{Batch: 8, InFlight: 2, Workers: 2}
	result, err := puct.Search(context.Background(), After(4, 1), slow, ply.Limits{Nodes: 20_000}, options)
	fmt.Println(result.Low, result.Solved(), err) // a side is the wrong answer to the middle
	// Output: 1 true <nil>
}

// Gumbel improves a policy even with few simulations. Result.Policy is the policy to learn.
func ExampleOptions_gumbel() {
	options := puct.Options[int]{Selection: puct.Gumbel{Considered: 4}, Random: rand.NewPCG(1, 2)}
	result, err := puct.Search(context.Background(), After(0, 1, 4), know, ply.Limits{Nodes: 16}, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, m := range result.Moves {
		if m.Move == 8 { // which keeps the first side from winning at once
			fmt.Printf("policy %.2f\n", result.Policy[i])
		}
	}
	// Output: policy 0.75
}
