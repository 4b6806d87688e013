package tune_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/tune"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/testgames"
)

// randomHeap is an opening: a heap of stones, of which two sides in turn take one to three. Who takes the last one wins.
func randomHeap(_ int, random *rand.Rand) (*testgames.Heap, error) {
	return &testgames.Heap{Stones: 1 + random.IntN(8)}, nil
}

// A player leaves a multiple of a number of stones, if it can. Which number is best?
func ExampleSPSA() {
	parameters := []engine.Parameter{{Name: "modulus", Initial: 2, Least: 2, Most: 7, Integer: true}}
	player := func(values []float64) (func() arena.Player[*testgames.Heap, int], error) {
		modulus := int(values[0])
		return func() arena.Player[*testgames.Heap, int] {
			return func(_ context.Context, h *testgames.Heap, random *rand.Rand) (int, error) {
				if n := h.Stones % modulus; n > 0 && n <= 3 {
					return n, nil
				}
				return 1 + random.IntN(min(3, h.Stones)), nil
			}
		}, nil
	}
	result, err := tune.SPSA(context.Background(), randomHeap, parameters, player, tune.Options{Iterations: 200})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Values, "after", result.Nodes, "games")
	// Output: complete [4] after 1600 games
}
