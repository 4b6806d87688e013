package expectimax_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/search/expectimax"
)

// A search saves its state in a file, and continues from there when it is called again.
func ExampleOptions_checkpoint() {
	folder, err := os.MkdirTemp("", "leap")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	game := &Leap{steps: [2]int{1, 0}}
	options := expectimax.Options[int]{Checkpoint: checkpoint.File{Name: filepath.Join(folder, "state")}}
	for _, nodes := range []int{100, 10_000} { // of both searches together
		result, err := expectimax.Search(context.Background(), game, ply.Limits{Nodes: nodes}, options)
		fmt.Printf("%v after depth %d: %.4f, %v\n", result.Status, result.Depth, result.Value, err)
	}
	// Output:
	// out of nodes after depth 4: 0.0000, <nil>
	// complete after depth 9: 0.3750, <nil>
}
