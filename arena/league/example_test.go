package league_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/league"
	"github.com/ply-search/ply/internal/testgames"
)

// randomHeap is an opening: a heap of stones, of which two sides in turn take one to three. Who takes the last one wins.
func randomHeap(_ int, random *rand.Rand) (*testgames.Heap, error) {
	return &testgames.Heap{Stones: 1 + random.IntN(8)}, nil
}

// Three players meet, each every other, and get ratings.
func ExamplePlay() {
	taking := func(number func(h *testgames.Heap, random *rand.Rand) int) func() arena.Player[*testgames.Heap, int] {
		return func() arena.Player[*testgames.Heap, int] {
			return func(_ context.Context, h *testgames.Heap, random *rand.Rand) (int, error) {
				return number(h, random), nil
			}
		}
	}
	careless := func(h *testgames.Heap, random *rand.Rand) int { return 1 + random.IntN(min(3, h.Stones)) }
	careful := func(h *testgames.Heap, random *rand.Rand) int {
		if n := h.Stones % 4; n > 0 {
			return n // leaves a multiple of four, which wins
		}
		return careless(h, random)
	}
	one := func(*testgames.Heap, *rand.Rand) int { return 1 }
	entries := []league.Entry[*testgames.Heap, int]{{"careful", taking(careful)}, {"careless", taking(careless)}, {"one", taking(one)}}

	result, err := league.Play(context.Background(), randomHeap, entries, league.Options{Rounds: 100, Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	ratings, err := league.Rate(result.Games, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, len(result.Games), "games")
	for _, r := range ratings {
		fmt.Println(r)
	}
	// Output:
	// complete 600 games
	// careful: Elo +202 (95 %: +170 to +234), 340 points in 400 games
	// careless: Elo -65 (95 %: -91 to -38), 156 points in 400 games
	// one: Elo -137 (95 %: -165 to -109), 104 points in 400 games
}

// Games that were played elsewhere get ratings, too.
func ExampleRate() {
	games := []league.Game{
		{Players: []string{"ann", "bob"}, Values: []int{1, -1}},
		{Players: []string{"bob", "cleo"}, Values: []int{0, 0}},
		{Players: []string{"ann", "bob", "cleo"}, Values: []int{10, 3, 25}}, // in a game of three, cleo was first and bob last
	}
	ratings, err := league.Rate(games, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range ratings {
		fmt.Println(r)
	}
	_, err = league.Rate(games[:1], 0)
	fmt.Println(err)
	// Output:
	// cleo: Elo +94 (95 %: -184 to +372), 2.5 points in 2 games
	// ann: Elo +60 (95 %: -209 to +328), 2 points in 2 games
	// bob: Elo -154 (95 %: -412 to +105), 0.5 points in 3 games
	// league: no ratings without more games or a prior: no chain of points leads from "bob" to "ann"
}
