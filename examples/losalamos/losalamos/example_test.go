package losalamos_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/search/alphabeta"
)

// White is two rooks down, but can give check for ever. A search sees that if it is told that
// repeated positions are draws.
func Example() {
	game, err := losalamos.ParseFEN("3K2/k5/6/r3p1/p1Q2q/r5 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(game)
	for _, repetitions := range []bool{false, true} {
		result, err := alphabeta.AlphaBeta(context.Background(), game, ply.Limits{}, alphabeta.Options[chess.Move]{Depth: 6, Tree: alphabeta.Tree{Repetitions: repetitions}, Direct: true})
		fmt.Println(result.Value, result.Line, err)
	}
	// Output:
	// 6 . . . K . .
	// 5 k . . . . .
	// 4 . . . . . .
	// 3 r . . . p .
	// 2 p . Q . . q
	// 1 r . . . . .
	//   a b c d e f
	// White to move
	// -753 [c2c5 a5a4 c5d4 a4b5 d4a1 f2b2] <nil>
	// 0 [c2c5 a5a6 c5c6 a6a5 c6c5] <nil>
}

// Quiescence follows captures to their end before it evaluates, so it does not take a defended pawn for free.
func ExampleGame_NoisyMoves() {
	game, err := losalamos.ParseFEN("3k2/1p4/2p3/6/6/2Q1K1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, quiescence := range []int{0, losalamos.Quiescence} {
		result, err := alphabeta.AlphaBeta(context.Background(), game, ply.Limits{}, alphabeta.Options[chess.Move]{Depth: 1, Tree: alphabeta.Tree{Quiescence: quiescence}, Direct: true})
		fmt.Println(result.Line, err)
	}
	// Output:
	// [c1c4] <nil>
	// [c1c3] <nil>
}
