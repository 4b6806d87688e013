package rival_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine/rival"
	"github.com/ply-search/ply/internal/testgames"
)

// A program that cannot be started forfeits its games, with the reason. One that speaks the Universal Chess Interface is
// started by uci.Start, and its client becomes a Talk by rival.UCI(client, "movetime 100").
func Example() {
	missing := rival.Program[*testgames.Heap, int]{
		Start: func() (rival.Talk, error) { return nil, errors.New("the program is not installed") },
	}
	defer missing.Close()
	first := func() arena.Player[*testgames.Heap, int] {
		return func(_ context.Context, g *testgames.Heap, _ *rand.Rand) (int, error) { return g.Moves(nil)[0], nil }
	}
	opening := func(int, *rand.Rand) (*testgames.Heap, error) { return testgames.NewHeap("") }
	result, err := arena.Match(context.Background(), opening, first, missing.NewPlayer, arena.Options{
		Games:     2,
		Forfeited: func(f arena.Forfeit) { fmt.Println("game", f.Game, "is forfeited:", f.Err) },
	})
	fmt.Println(result.Wins, "wins", err)
	// Output:
	// game 0 is forfeited: the program is not installed
	// game 1 is forfeited: the program is not installed
	// 2 wins <nil>
}
