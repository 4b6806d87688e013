package dependency_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// Marks is a game for two. A move marks one of three squares. The side that completes the first two squares wins.
type Marks struct {
	*dependency.Game[int]
	played int
}

func (g *Marks) Play(m int)  { g.Game.Play(m); g.played++ }
func (g *Marks) Undo(m int)  { g.Game.Undo(m); g.played-- }
func (g *Marks) ToMove() int { return g.played % 2 }

func (g *Marks) Outcome() int { return -1 } // the other side has completed them

// OutcomeTrace says that the outcome depends on the first two squares.
func (g *Marks) OutcomeTrace(t *dependency.Trace) {
	t.Add(0)
	t.Add(1)
}

// The win does not depend on the third square.
func ExampleTraceOfWin() {
	var moves []ply.Footprint
	for square := range int32(3) {
		moves = append(moves, ply.Footprint{
			Preconditions: []ply.Condition{{Cell: square, Value: 0}},
			Modifications: []ply.Condition{{Cell: square, Value: 1}},
		})
	}
	rules, err := dependency.List(3, moves)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := []int32{1, 0, 0}
	game, err := dependency.New(start, rules, dependency.GameOptions{
		Goal: []ply.Condition{{Cell: 0, Value: 1}, {Cell: 1, Value: 1}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	trace, wins, err := dependency.TraceOfWin(context.Background(), &Marks{Game: game}, 0, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(wins, slices.Collect(trace.Cells()))
	// Output: true [0 1]
}
