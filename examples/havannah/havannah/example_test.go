package havannah_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
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
	r, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: 2000}, mcts.Options[havannah.Cell]{RAVE: mcts.RAVE{Weight: 50}, Decisive: mcts.DecisiveAlways})
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

// Knowledge makes a search try moves first that reach edges and corners.
func ExampleInformed() {
	game, err := havannah.New(5)
	if err != nil {
		fmt.Println(err)
		return
	}
	g := &havannah.Informed{Game: game, Knowledge: havannah.Knowledge{Reach: 10}}
	for _, name := range []string{"c1", "i9", "c2", "h9"} { // white touches an edge
		c, err := g.Parse(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Play(c)
	}
	moves := g.Moves(nil)
	wins, simulations := make([]float32, len(moves)), make([]float32, len(moves))
	g.PriorResults(moves, wins, simulations)
	for i, c := range moves {
		switch name := g.Name(c); name {
		case "a1", "b1", "b2", "g7":
			fmt.Printf("%s begins with %v of %v simulations won\n", name, wins[i], simulations[i])
		}
	}
	r, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: 2000},
		mcts.Options[havannah.Cell]{RAVE: mcts.RAVE{Weight: 300}, Bandit: mcts.Greedy{}, Decisive: mcts.DecisiveInTree})
	fmt.Println(r.Nodes, err)
	// Output:
	// a1 begins with 10 of 10 simulations won
	// b1 begins with 10 of 10 simulations won
	// b2 begins with 10 of 10 simulations won
	// g7 begins with 0 of 0 simulations won
	// 2000 <nil>
}
