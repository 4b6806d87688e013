package heuristic

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// lamps returns a game of lamps that are lit one by one, with a goal that all are.
func lamps(t testing.TB, n int32) *dependency.Game[int] {
	var moves []ply.Footprint
	var goal []ply.Condition
	for i := range n {
		moves = append(moves, ply.Footprint{Preconditions: []ply.Condition{{Cell: i}}, Modifications: []ply.Condition{{Cell: i, Value: 1}}})
		goal = append(goal, ply.Condition{Cell: i, Value: 1})
	}
	rules, err := dependency.List(int(n), moves)
	if err != nil {
		t.Fatal(err)
	}
	g, err := dependency.New(make([]int32, n), rules, dependency.GameOptions{Goal: goal})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestEffort: the effort for databases grows with the effort of an uninformed search.
func TestEffort(t *testing.T) {
	for _, c := range []struct {
		lamps int32
		want  int
	}{{1, leastEffort}, {4, leastEffort}, {12, entriesPerPosition << 12}, {16, fullEffort}, {200, fullEffort}} {
		g := lamps(t, c.lamps)
		if got := effortFor(t.Context(), g); got != c.want {
			t.Errorf("%d lamps: %d entries, want %d", c.lamps, got, c.want)
		}
		if g.Cell(0) != 0 {
			t.Error("the game was played")
		}
	}
}
