package mcts_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
)

// Coached is the game in which the last of some stones wins, with advice: to leave a multiple of four.
type Coached struct{ stones, side int }

func (g *Coached) Moves(dst []int) []int {
	for take := 1; take <= min(3, g.stones); take++ {
		dst = append(dst, take)
	}
	return dst
}
func (g *Coached) Play(take int) { g.stones, g.side = g.stones-take, 1-g.side }
func (g *Coached) Undo(take int) { g.stones, g.side = g.stones+take, 1-g.side }
func (g *Coached) ToMove() int   { return g.side }
func (g *Coached) Outcome() int  { return -1 }
func (g *Coached) Acyclic() bool { return true }

// PriorResults takes the advice for ten simulations, of which eight are won.
func (g *Coached) PriorResults(moves []int, wins, simulations []float32) {
	for i, take := range moves {
		wins[i], simulations[i] = 2, 10
		if (g.stones-take)%4 == 0 {
			wins[i] = 8
		}
	}
}

// A game that knows which moves are good is searched from these on: a few simulations are enough.
func ExampleExpert() {
	game := &Coached{stones: 42}
	result, err := mcts.Search(context.Background(), game, ply.Limits{Nodes: 20}, mcts.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("take", result.Move)
	// Output: take 2
}
