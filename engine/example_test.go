package engine_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/search/alphabeta"
)

// Stones is a game of two sides, who take one to three stones in turn. Who takes the last one wins.
type Stones struct{ left, side int }

func (s *Stones) Moves(dst []int) []int {
	for n := 1; n <= min(s.left, 3); n++ {
		dst = append(dst, n)
	}
	return dst
}
func (s *Stones) Play(n int)    { s.left, s.side = s.left-n, 1-s.side }
func (s *Stones) Undo(n int)    { s.left, s.side = s.left+n, 1-s.side }
func (s *Stones) ToMove() int   { return s.side }
func (s *Stones) Outcome() int  { return -1 } // the other side took the last stone
func (s *Stones) Acyclic() bool { return true }

// A player has five minutes for the game, thinks while its opponent does, and takes a move back.
func Example() {
	ctx := context.Background()
	searcher, err := alphabeta.NewSearcher(&Stones{left: 15}, alphabeta.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	player, err := engine.New(searcher, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer player.Close()

	best, err := player.Move(ctx, engine.Clock{Left: 5 * time.Minute, Increment: 2 * time.Second})
	fmt.Println("of 15 stones it takes", best.Move, err)
	player.Play(best.Move)
	player.Ponder(ctx)
	player.Play(1) // by the opponent
	best, err = player.Move(ctx, engine.Clock{Left: 5 * time.Minute})
	fmt.Println("then it takes", best.Move, err)
	player.Undo()
	analysis, err := player.Analyze(ctx, ply.Limits{}, engine.Question[int]{Lines: 2})
	for _, line := range analysis.Lines {
		fmt.Println("the opponent takes", line.Move, "and has", line.Value)
	}
	fmt.Println(err)
	// Output:
	// of 15 stones it takes 3 <nil>
	// then it takes 3 <nil>
	// the opponent takes 1 and has -1
	// the opponent takes 2 and has -1
	// <nil>
}

// A book of openings is built by searches, written as text, and played by.
func ExampleBook() {
	ctx := context.Background()
	game := &Stones{left: 15}
	searcher, err := alphabeta.NewSearcher(game, alphabeta.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var book engine.Book[int]
	if err := book.Expand(ctx, searcher, ply.Limits{Nodes: 10_000}, 3); err != nil {
		fmt.Println(err)
		return
	}
	book.Write(os.Stdout, game)
	player, err := engine.New(searcher, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	player.UseBook(&book)
	best, err := player.Move(ctx, engine.Clock{})
	fmt.Println("by the book:", best.Move, err)
	// Output:
	// 3 3
	// 2 3 1
	// 1 3 1 3
	// 0 3 1 1
	// 0 3 1 2
	// 0 3 2
	// 0 3 3
	// 0 1
	// 0 2
	// by the book: 3 <nil>
}
