package search_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/search"
)

// A search that a limit has ended continues from its file, and has the result of one search.
func ExampleOptions_checkpoint() {
	dir, err := os.MkdirTemp("", "counters")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()

	opt := search.Options[int]{Checkpoint: checkpoint.File{Name: filepath.Join(dir, "state")}}
	result, err := search.DepthFirst(ctx, search.Tree(new(Counters)), ply.Limits{Nodes: 50_000}, opt)
	fmt.Println(result.Status, result.Nodes, err)

	result, err = search.DepthFirst(ctx, search.Tree(new(Counters)), ply.Limits{}, opt) // in this process or another
	fmt.Println(result.Status, result.Nodes, result.Leaves, err)
	// Output:
	// out of nodes 50000 <nil>
	// complete 110251 34650 <nil>
}
