package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
)

// Queens is the puzzle of six queens that must not attack one another. It holds the column of the queen in each row
// so far. A move puts a queen in a column of the next row.
type Queens []int

func (q *Queens) Moves(dst []int) []int {
columns:
	for column := 0; column < 6 && len(*q) < 6; column++ {
		for row, c := range *q {
			if away := len(*q) - row; c == column || c == column+away || c == column-away {
				continue columns
			}
		}
		dst = append(dst, column)
	}
	return dst
}

func (q *Queens) Play(column int) { *q = append(*q, column) }
func (q *Queens) Undo(int)        { *q = (*q)[:len(*q)-1] }
func (q *Queens) Solved() bool    { return len(*q) == 6 }
func (q *Queens) Acyclic() bool   { return true }

func ExampleDepthFirst() {
	result, err := search.DepthFirst(context.Background(), search.Tree(new(Queens)), ply.Limits{}, search.Options[int]{})
	fmt.Println(result.Status, result.Solutions, "solutions, the first is", result.Line)
	fmt.Println(result.Nodes, "nodes,", result.Leaves, "leaves", err)
	// Output:
	// complete 4 solutions, the first is [1 3 5 0 2 4]
	// 153 nodes, 50 leaves <nil>
}
