package backgammon_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/search/expectimax"
)

func Example() {
	g := backgammon.New()
	g.Play(backgammon.Throw(3, 1))
	r, err := expectimax.Search(context.Background(), g, ply.Limits{}, expectimax.Options[backgammon.Move]{
		Depth:     1,
		Evaluator: func(ply.AdversarialGame[backgammon.Move]) expectimax.Evaluator { return g },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s of %d plays\n", g.AppendMove(nil, r.Move), len(g.Moves(nil)))
	g.Play(r.Move)
	fmt.Print(g)
	// Output:
	// 8/5,6/5 of 16 plays
	//  +-12-11-10--9--8--7-+---+--6--5--4--3--2--1-+
	//  |  O           X    |   |  X              O |
	//  |  O           X    |   |  X              O |
	//  |  O           X    |   |  X                |
	//  |  O                |   |  X                |
	//  |  O                |   |  X                |
	//  |                   |BAR|                   |
	//  |  X                |   |                   |
	//  |  X                |   |  O                |
	//  |  X                |   |  O                |
	//  |  X           O    |   |  O  O           X |
	//  |  X           O    |   |  O  O           X |
	//  +-13-14-15-16-17-18-+---+-19-20-21-22-23-24-+
	// White O: 163 pips, 0 off
	// Black X: 167 pips, 0 off
	// Black throws, position sGfwATDgc/ABMA
}

func ExampleGame_ParseMove() {
	g := backgammon.New()
	g.Play(backgammon.Throw(6, 1))
	for _, text := range []string{"13/7 8/7", "6/5* 8/2", "13/12 12/6"} {
		m, err := g.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s\n", g.AppendMove(nil, m))
	}
	// Output:
	// 13/7,8/7
	// "6/5* 8/2" is no legal play of 61
	// 13/6
}

func ExampleFromID() {
	g, err := backgammon.FromID("sGfwATDgc/ABMA")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("White has %d pips, Black %d; Black has %d checkers on its point 5\n", g.Pips(0), g.Pips(1), g.At(1, 5))
	// Output:
	// White has 167 pips, Black 163; Black has 2 checkers on its point 5
}
