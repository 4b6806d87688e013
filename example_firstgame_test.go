package ply_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Queens is the puzzle of eight queens that must not attack one another: the column of the queen in
// each row up to now. A move puts one in a column of the next row.
type Queens []int

// Moves appends the columns that no queen attacks.
func (q *Queens) Moves(dst []int) []int {
columns:
	for column := 0; column < 8 && len(*q) < 8; column++ {
		for row, c := range *q {
			if away := len(*q) - row; c == column || c == column+away || c == column-away {
				continue columns
			}
		}
		dst = append(dst, column)
	}
	return dst
}

func (q *Queens) Play(column int) { *q = append(*q, column) } // Play puts a queen.
func (q *Queens) Undo(int)        { *q = (*q)[:len(*q)-1] }   // Undo takes it off again.
func (q *Queens) Solved() bool    { return len(*q) == 8 }     // Solved makes it a ply.Puzzle.
func (q *Queens) Acyclic() bool   { return true }             // Acyclic, since queens only come.

// This is all that it takes to write a game and to search it.
func Example_firstGame() {
	result, err := search.DepthFirst(context.Background(), search.Tree(new(Queens)), ply.Limits{}, search.Options[int]{})
	fmt.Println(result.Line, result.Solutions, result.Nodes, err)
	// Output: [0 4 7 5 2 6 1 3] 92 2057 <nil>
}
