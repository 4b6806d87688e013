package mcts_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/mcts"
)

// A tree is saved, and loaded by another process in the same position.
func ExampleTree_Save() {
	options := mcts.Options[int]{NoSolver: true}
	tree, err := mcts.New(After(4), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.Search(context.Background(), ply.Limits{Nodes: 1000}); err != nil {
		fmt.Println(err)
		return
	}
	var data bytes.Buffer
	if err := tree.Save(&data); err != nil {
		fmt.Println(err)
		return
	}

	loaded, err := mcts.New(After(4), options)
	if err == nil {
		err = loaded.Load(&data)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := loaded.Search(context.Background(), ply.Limits{Nodes: 500})
	fmt.Println(result.Nodes, result.Visits(), err)
	// Output: 500 1500 <nil>
}

// A search keeps its state in a file, and continues from there when it is called again.
func ExampleOptions_checkpoint() {
	folder, err := os.MkdirTemp("", "noughts")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	options := mcts.Options[int]{NoSolver: true, Checkpoint: checkpoint.File{Name: filepath.Join(folder, "state")}}
	for _, simulations := range []int{1000, 1500} { // of both searches together
		result, err := mcts.Search(context.Background(), After(4), ply.Limits{Nodes: simulations}, options)
		fmt.Println(result.Nodes, result.Visits(), err)
	}
	// Output:
	// 1000 1000 <nil>
	// 1500 1500 <nil>
}
