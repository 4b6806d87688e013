package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/search"
)

// TicTacToe has the squares of both sides as sets of bits. A move is one of the squares 0 to 8.
type TicTacToe struct {
	squares [2]uint16
	moves   int
}

func (t *TicTacToe) Moves(dst []int) []int {
	last := t.squares[(t.moves+1)%2]
	for _, three := range []uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
		if last&three == three {
			return dst
		}
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

// The numbers of lines of play of tic-tac-toe are well known.
func ExamplePerft() {
	for depth := range 10 {
		result, err := search.Perft(context.Background(), new(TicTacToe), depth, search.PerftOptions{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(result.Leaves, " ")
	}
	// Output: 1 9 72 504 3024 15120 54720 148176 200448 127872
}
