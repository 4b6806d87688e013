package mcts_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply/mcts"
)

// threeInARow returns the position after moves to these cells, which are numbered from 0 at the top left.
func threeInARow(cells ...uint8) *row {
	g := new(row)
	for _, c := range cells {
		g.Play(c)
	}
	return g
}

func ExampleSearch() {
	// The first side has the corner and the middle; the other must stop it in the opposite corner.
	g := threeInARow(0, 1, 4)
	r, err := mcts.Search(context.Background(), g, mcts.Limits{MaxSimulations: 10_000}, mcts.Options[uint8]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: move %d, the result is %v\n", r.Status, r.Move, r.Low)
	// Output: solved: move 8, the result is 0
}

func ExampleTree() {
	g := threeInARow()
	tree, err := mcts.New(g, mcts.Options[uint8]{RAVE: 20, Transpositions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for len(g.Moves(nil)) > 0 {
		r, err := tree.Search(context.Background(), mcts.Limits{MaxSimulations: 5000})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := tree.Play(r.Move); err != nil { // and keeps what lies behind the move
			fmt.Println(err)
			return
		}
	}
	fmt.Println("outcome:", g.Outcome())
	// Output: outcome: 0
}

func ExampleTree_All() {
	g := threeInARow(4, 0)
	tree, err := mcts.New(g, mcts.Options[uint8]{NoSolver: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.Search(context.Background(), mcts.Limits{MaxSimulations: 1000}); err != nil {
		fmt.Println(err)
		return
	}
	visits := 0
	for line, m := range tree.All(1) {
		if len(line) == 1 {
			visits += m.Visits
		}
	}
	fmt.Println(visits, "simulations")
	// Output: 1000 simulations
}

// thrice is a bandit of one's own: every move is tried three times before results count for much.
type thrice struct{}

func (thrice) Bonus(_ float64, arms mcts.Arms, scores []float32) {
	for i, n := range arms.Visits[:len(scores)] {
		if n < 3 {
			scores[i] += 10
		}
	}
}

func ExampleBandit() {
	r, err := mcts.Search(context.Background(), threeInARow(0, 4, 1, 8), mcts.Limits{MaxSimulations: 500}, mcts.Options[uint8]{Bandit: thrice{}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("move %d wins\n", r.Move)
	// Output: move 2 wins
}

func ExampleClock() {
	// A side with a minute for the rest of the game, and thirty moves to make.
	fmt.Println(mcts.Clock{Left: 60_020_000_000}.ForMove(30))
	// Output: 2s
}
