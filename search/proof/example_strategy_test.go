package proof_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// A search proves who wins, a file shows how, and whoever has the rules can check it.
func ExampleVerifyStrategy() {
	ctx, row := context.Background(), new(Dawson)
	opt := proof.Options[int]{Table: transposition.NewTable(1 << 20)}
	result, err := proof.Search(ctx, row, ply.Limits{}, opt)
	if err != nil {
		fmt.Println(err)
		return
	}
	claim, err := result.Claim("Dawson, 14 squares")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	opt.Above = claim.Above
	_, err = proof.WriteStrategy(ctx, &file, row, claim, func(ctx context.Context) (proof.Result[int], error) {
		return proof.Search(ctx, row, ply.Limits{}, opt)
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	verified, err := proof.VerifyStrategy(ctx, &file, func(proof.Claim) (*Dawson, error) { return new(Dawson), nil })
	fmt.Printf("%s: side %d gets more than %d; %d positions, %d endings; error %v\n",
		verified.Game, verified.Side, verified.Above, verified.Positions, verified.Endings, err)
	// Output: Dawson, 14 squares: side 1 gets more than -1; 88 positions, 229 endings; error <nil>
}
