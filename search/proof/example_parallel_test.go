package proof_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// Two workers prove the same as one, here that the side to move loses.
func ExampleParallel() {
	table, err := transposition.NewConcurrent(1 << 14)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := proof.Parallel(context.Background(), new(Dawson), ply.Limits{}, table, proof.Options[int]{Workers: 2})
	fmt.Println(result.Status, result.Answer, err)
	// Output: complete disproved <nil>
}
