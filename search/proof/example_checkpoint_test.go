package proof_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/search/proof"
)

// A search keeps its state in a file, and continues from there when it is called again.
func ExampleOptions_checkpoint() {
	folder, err := os.MkdirTemp("", "chomp")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	bar := &Chomp{rows: [3]int{4, 4, 4}}
	options := proof.Options[Bite]{Checkpoint: checkpoint.File{Name: filepath.Join(folder, "state")}}
	for _, nodes := range []int{100, 10_000} { // of both searches together
		result, err := proof.BestFirst(context.Background(), bar, ply.Limits{Nodes: nodes}, options)
		fmt.Println(result.Answer, err)
	}
	// Output:
	// unknown <nil>
	// proved <nil>
}
