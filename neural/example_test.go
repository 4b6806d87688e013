package neural_test

import (
	"context"
	"fmt"
	"os"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

// A network learns tic-tac-toe from games against itself. The folder keeps games and networks; a run that is interrupted
// goes on when Train is called again.
func ExampleTrain() {
	dir, err := os.MkdirTemp("", "tictactoe")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	network, err := neural.Train(context.Background(), dir, tictactoe, neural.Options[int]{
		Architecture: neural.Dense{Hidden: []int{32}},
		Generations:  2,
		Games:        20,
		SelfPlay:     neural.SelfPlay{Simulations: 16, Opening: 2},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	log, err := neural.ReadLog(dir)
	fmt.Println(network.Game(), len(log), log[1].Games, err)
	// Output: tic-tac-toe 2 40 <nil>
}

// A network is an evaluator of package puct, here one that has learned nothing.
func ExampleForPUCT() {
	network, err := neural.NewNetwork(tictactoe, neural.Dense{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	evaluate, err := neural.ForPUCT(network, tictactoe, neural.EvaluatorOptions{CacheEntries: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	board := new(Board)
	for _, c := range []int{0, 4, 8} { // two opposite corners against the middle: only a side holds
		board.Play(c)
	}
	result, err := puct.Search(context.Background(), board, evaluate, ply.Limits{Nodes: 1000}, puct.Options[int]{Batch: 8})
	fmt.Println(result.Move%2 == 1, result.Low, result.High, err)
	// Output: true 0 0 <nil>
}
