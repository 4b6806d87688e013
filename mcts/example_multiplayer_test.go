package mcts_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// A heap of stones, from which three players in turn take one to three. The player who takes the last stone loses to
// both others.
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
	values[(h.moves+2)%3] = -1 // the player who moved last
}

func ExampleSearch_players() {
	// Five stones are left. If player 0 takes one or two, player 1 decides which of the others loses. If player 0 takes
	// three, player 1 will take one of the last two, and player 2 must take the other.
	limits := ply.Limits{Nodes: 10_000}
	result, err := mcts.Search(context.Background(), &heap{left: 5}, limits, mcts.Options[int]{})
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
	// player 2: -1.0
}

// A tree is kept through a whole game.
func ExampleNew_players() {
	game := &heap{left: 5}
	tree, err := mcts.New(game, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for game.left > 0 {
		result, err := tree.Search(context.Background(), ply.Limits{Nodes: 5000})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("player %d takes %d\n", game.ToMove(), result.Move)
		if err := tree.Play(result.Move); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// player 0 takes 3
	// player 1 takes 1
	// player 2 takes 1
}
