package joint_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
)

// A tree is saved, and loaded by another process in the same position.
func ExampleTree_Save() {
	game, options := &testgames.Pennies{Rounds: 1, Prize: 2}, joint.Options[int]{Scale: 2}
	tree, err := joint.New(game, options)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 50_000}); err != nil {
		fmt.Println(err)
		return
	}
	var data bytes.Buffer
	if err := tree.Save(&data); err != nil {
		fmt.Println(err)
		return
	}

	loaded, err := joint.New(game.Clone(), options)
	if err == nil {
		err = loaded.Load(&data)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := loaded.Search(context.Background(), ply.Limits{Nodes: 50_000})
	fmt.Printf("%d %.1f %v\n", result.Nodes, result.Probabilities[0], err)
	// Output: 50000 [0.4 0.6] <nil>
}

// A search keeps its state in a file, and continues from there when it is called again.
func ExampleOptions_checkpoint() {
	folder, err := os.MkdirTemp("", "pennies")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	game := &testgames.Pennies{Rounds: 1, Prize: 2}
	options := joint.Options[int]{Scale: 2, Checkpoint: checkpoint.File{Name: filepath.Join(folder, "state")}}
	for _, simulations := range []int{1000, 100_000} { // of both searches together
		result, err := joint.Search(context.Background(), game, ply.Limits{Nodes: simulations}, options)
		fmt.Println(result.Nodes, err)
	}
	// Output:
	// 1000 <nil>
	// 100000 <nil>
}
