package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
)

// TicTacToe has the squares of both sides as sets of bits. A move is one of the squares 0 to 8.
type TicTacToe struct {
	squares [2]uint16
	moves   int
}

func (t *TicTacToe) Moves(dst []int) []int {
	if t.Outcome() < 0 {
		return dst
	}
	for square := range 9 {
		if (t.squares[0]|t.squares[1])>>square&1 == 0 {
			dst = append(dst, square)
		}
	}
	return dst
}

func (t *TicTacToe) Play(square int) {
	t.squares[t.moves%2] |= 1 << square
	t.moves++
}

func (t *TicTacToe) Undo(square int) {
	t.moves--
	t.squares[t.moves%2] &^= 1 << square
}

func (t *TicTacToe) ToMove() int   { return t.moves % 2 }
func (t *TicTacToe) Acyclic() bool { return true }

// Outcome returns -1 if the other side, which moved last, has three in a row.
func (t *TicTacToe) Outcome() int {
	last := t.squares[(t.moves+1)%2]
	for _, three := range []uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
		if last&three == three {
			return -1
		}
	}
	return 0
}

func ExampleAlphaBeta() {
	ctx := context.Background()
	all, err := alphabeta.Minimax(ctx, new(TicTacToe), ply.Limits{}, 0)
	fmt.Println(all.Value, all.Nodes, err)
	result, err := alphabeta.AlphaBeta(ctx, new(TicTacToe), ply.Limits{}, alphabeta.Options[int]{})
	fmt.Println(result.Value, result.Final, result.Nodes < all.Nodes/20, err)
	// Output:
	// 0 549946 <nil>
	// 0 true true <nil>
}
