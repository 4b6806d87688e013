package regret_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/search/regret"
)

// A strategy that was saved plays as before.
func ExampleStrategy_Save() {
	game := new(Kuhn)
	fingerprint := checkpoint.Fingerprint(game)
	result, err := regret.CFRPlus(context.Background(), game, ply.Limits{Nodes: 100}, 0, regret.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	fmt.Println(result.Strategy.Save(&file, fingerprint))

	var loaded regret.Strategy[int]
	fmt.Println(loaded.Load(&file, fingerprint), loaded.Len())

	moves := []int{pass, bet}
	king := []byte{2}
	fmt.Println(loaded.AppendPolicy(nil, 0, king, moves)[bet] == result.Strategy.AppendPolicy(nil, 0, king, moves)[bet])
	// Output:
	// <nil>
	// <nil> 12
	// true
}
