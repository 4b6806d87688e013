// Command domineering plays one game on a square board: alpha-beta is Vertical and moves first, UCT is Horizontal.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/domineering/domineering"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func main() {
	size := flag.Int("size", 6, "rows and columns of the board, from 1 to 8")
	limit := flag.Duration("time", 200*time.Millisecond, "time for each move")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "unexpected argument %q\n", flag.Arg(0))
		flag.Usage()
		os.Exit(2)
	}
	ctx, g := context.Background(), must(domineering.New(*size, *size))
	limits, uct := ply.Limits{Time: *limit}, mcts.Options[domineering.Move]{}
	deepening := alphabeta.Options[domineering.Move]{
		Win:   domineering.Win,
		Table: transposition.NewTable(1 << 24),
	}
	players := [2]func() domineering.Move{
		func() domineering.Move { return must(alphabeta.Search(ctx, g, limits, deepening)).Line[0] },
		func() domineering.Move { return must(mcts.Search(ctx, g, limits, uct)).Move },
	}
	for len(g.Moves(nil)) > 0 {
		move := players[g.ToMove()]()
		g.Play(move)
		must(fmt.Printf("%v\n%v\n", move, g))
	}
	must(fmt.Println([2]string{"UCT wins", "alpha-beta wins"}[g.ToMove()]))
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}
