package flat_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/flat"
)

// Nim: whoever takes the last of the stones wins, and one to three can be taken at a time.
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

// With six stones, two should be taken. Playouts after each move tell that, although both sides play at random in them.
func ExampleSearch() {
	r, err := flat.Search(context.Background(), &Nim{stones: 6}, ply.Limits{}, flat.Options[int]{Judge: flat.EachMove{Playouts: 10_000}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("take", r.Move)
	for _, m := range r.Moves {
		fmt.Printf("%d: %.1f\n", m.Move, m.Value)
	}
	// Output:
	// take 2
	// 1: -0.1
	// 2: 0.3
	// 3: 0.0
}

// With all-moves-as-first a playout counts for every move that the side to move plays in it: a thousand playouts
// suffice for nine moves. The middle is the best point of the empty board.
func ExampleAllAsFirst() {
	opt := flat.Options[int]{Judge: flat.AllAsFirst{}}
	r, err := flat.Search(context.Background(), after(), ply.Limits{Nodes: 1000}, opt)
	fmt.Println(r.Move, r.Status, err)
	// Output: 4 out of nodes <nil>
}

// Pruning gives up moves that are clearly worse than the best, and ends with the only one that is left.
func ExampleEachMove() {
	opt := flat.Options[int]{Judge: flat.EachMove{Playouts: 10_000, Deviations: 3}}
	r, err := flat.Search(context.Background(), &Nim{stones: 6}, ply.Limits{}, opt)
	fmt.Println(r.Move, r.Status, r.Nodes < 30_000, err)
	// Output: 2 decided true <nil>
}

// Moves 0 to 3 are in an urn, of which number 3 has most of the weight but cannot be played at first.
func ExampleUrn() {
	weights := []float64{1, 1, 1, 1e12}
	urn := flat.NewUrn(rand.NewPCG(1, 2), func(side, number int) float64 { return weights[number] })
	for number := range weights {
		urn.Put(0, number)
	}
	var drawn []int
	first := urn.Draw(0, func(number int) bool { return number != 3 })
	for n := first; n >= 0; n = urn.Draw(0, func(int) bool { return true }) {
		drawn = append(drawn, n)
	}
	fmt.Println(first != 3, drawn[1], len(drawn))
	// Output: true 3 4
}
