package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
)

// Nim is played with one heap of stones. The sides take one to three stones in turn. The side that takes the last stone
// wins.
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
func (n *Nim) Outcome() int  { return -1 } // for the side to move: the other side took the last stone
func (n *Nim) Acyclic() bool { return true }

func ExampleMinimax() {
	result, err := alphabeta.Minimax(context.Background(), &Nim{stones: 10}, ply.Limits{}, 0)
	fmt.Println(result.Value, result.Bound, result.Line, result.Nodes, err)
	// Output: 1 exact [2 1 3 1 3] 600 <nil>
}
