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
	table, err := transposition.NewTable[proof.Numbers](1<<14, transposition.TwoBig)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := proof.DepthFirst(ctx, row, ply.Limits{}, table, proof.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	claim, err := proof.NewClaim("Dawson, 14 squares", row.ToMove(), 0, result.Answer)
	if err != nil {
		fmt.Println(err)
		return
	}
	choose := proof.ChooseByDepthFirst(row, ply.Limits{}, table, proof.Options[int]{Above: claim.Above})
	var file bytes.Buffer
	if _, err := proof.WriteStrategy(ctx, &file, row, claim, choose); err != nil {
		fmt.Println(err)
		return
	}

	strategy, err := proof.OpenStrategy(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	verified, err := proof.VerifyStrategy(ctx, strategy, new(Dawson))
	fmt.Printf("%s: side %d gets more than %d; %d positions, %d endings; error %v\n",
		strategy.Claim().Game, verified.Claim.Side, verified.Claim.Above, verified.Positions, verified.Endings, err)
	// Output: Dawson, 14 squares: side 1 gets more than -1; 88 positions, 229 endings; error <nil>
}
