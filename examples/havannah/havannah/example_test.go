package havannah_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/mcts"
)

func Example() {
	g, err := havannah.New(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"c3", "d4", "d3", "a4", "e4", "g6", "e5", "d7", "d5"} {
		c, err := g.Parse(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Play(c)
	}
	fmt.Print(g)
	// White is about to close a ring around d4; black must stop it.
	r, err := mcts.Search(context.Background(), g, mcts.Limits{MaxSimulations: 2000}, mcts.Options[havannah.Cell]{RAVE: 50, Decisive: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("black plays", g.Name(r.Move))
	// Output:
	//        a b c d
	//     1 . . . .
	//    2 . . . . . e
	//   3 . . X X . . f
	//  4 O . . O X . . g
	//   5 . . X X . .
	//    6 . . . . O
	//     7 O . . .
	// black plays c4
}
