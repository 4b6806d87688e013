package ply_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// KnownNim is Nim with a rule of thumb: leave the other side a multiple of four stones.
type KnownNim struct{ Nim }

func (n *KnownNim) Priors(moves []int, priors []float32) {
	for i, take := range moves {
		priors[i] = 1
		if (n.stones-take)%4 == 0 {
			priors[i] = 8
		}
	}
}

// Priors have any scale. A search divides them by their sum, and begins with the move whose prior is the greatest.
func ExampleGuide() {
	game := &KnownNim{Nim{stones: 10}}
	var guide ply.Guide[int] = game
	priors := make([]float32, 3)
	guide.Priors([]int{1, 2, 3}, priors)
	fmt.Println(priors)

	options := mcts.Options[int]{Bandit: mcts.PUCT{C: 1.5}}
	result, err := mcts.Search(context.Background(), game, ply.Limits{Nodes: 1}, options)
	fmt.Println(result.Move, err)
	// Output:
	// [1 8 1]
	// 2 <nil>
}
