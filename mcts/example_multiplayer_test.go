package mcts_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/mcts"
)

// A heap of stones, of which three players take one to three in turn. Who takes the last one has lost to both
// others.
type heap struct{ left, moves int }

func (h *heap) Moves(dst []int) []int {
	for take := 1; take <= min(3, h.left); take++ {
		dst = append(dst, take)
	}
	return dst
}
func (h *heap) Play(take int) { h.left -= take; h.moves++ }
func (h *heap) Undo(take int) { h.left += take; h.moves-- }
func (h *heap) Players() int  { return 3 }
func (h *heap) ToMove() int   { return h.moves % 3 }
func (h *heap) Outcomes(values []int) {
	for p := range values {
		values[p] = 1
	}
	values[(h.moves+2)%3] = -1 // who moved last
}

func ExampleSearchMultiplayer() {
	// Of five stones, who takes one or two leaves it to the next player which of the others loses. With two
	// left, that player will take one, and the last one goes to the third.
	result, err := mcts.SearchMultiplayer(context.Background(), &heap{left: 5}, mcts.Limits{MaxSimulations: 10_000}, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("take %d\n", result.Move)
	for player, mean := range result.Means {
		fmt.Printf("player %d: %.1f\n", player, mean)
	}
	// Output:
	// take 3
	// player 0: 1.0
	// player 1: 1.0
	// player 2: 0.0
}
