package connectfour_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// To find a move, search some moves ahead: here each depth up to 10, with a table that remembers
// positions from one depth to the next.
func Example() {
	game, err := connectfour.New("4435")
	if err != nil {
		fmt.Println(err)
		return
	}
	table := transposition.NewTable(1 << 20)
	result, err := alphabeta.Search(context.Background(), game, ply.Limits{}, alphabeta.Options[connectfour.Drop]{
		Depth: 10,
		Table: table,
	})
	fmt.Println(result.Status, result.Depth, result.Value, result.Bound, result.Line[0], err)
	// Output: complete 10 -2 exact 5 <nil>
}

// What the game knows of its values lets a position be solved to the end.
func ExampleSolve() {
	game, err := connectfour.New("444444")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(game)
	result, err := connectfour.Solve(context.Background(), game, ply.Limits{}, connectfour.SolveOptions{TableEntries: 1 << 20})
	fmt.Println(result.Value > 0, result.Line[0], err)
	// Output:
	// . . . O . . .
	// . . . X . . .
	// . . . O . . .
	// . . . X . . .
	// . . . O . . .
	// . . . X . . .
	// true 3 <nil>
}

// A match shows whether looking further ahead is worth it.
func Example_match() {
	depth := func(moves int) func() arena.Player[*connectfour.Game, connectfour.Drop] {
		return func() arena.Player[*connectfour.Game, connectfour.Drop] {
			return func(ctx context.Context, g *connectfour.Game, _ *rand.Rand) (connectfour.Drop, error) {
				result, err := alphabeta.AlphaBeta(ctx, g, ply.Limits{}, alphabeta.Options[connectfour.Drop]{Depth: moves, Direct: true})
				return result.Line[0], err
			}
		}
	}
	// Each pair of games begins with four stones that fall by chance.
	opening := arena.RandomOpening(4, func() (*connectfour.Game, error) { return new(connectfour.Game), nil })
	result, err := arena.Match(context.Background(), opening, depth(5), depth(1), arena.Options{Games: 100})
	fmt.Println(result.Status, result.Score, err)
	// Output: complete +97 =2 -1, 98 % (95 %: 90.6 to 99.4) <nil>
}
