package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
)

// Race is a race from 0: the sides go forward by one to five steps in turn, and the first to reach 1000 wins.
type Race struct {
	at   [2]int
	side int
}

func (r *Race) Moves(dst []int) []int {
	if r.at[0] >= 1000 || r.at[1] >= 1000 {
		return dst
	}
	return append(dst, 1, 2, 3, 4, 5)
}

func (r *Race) Play(steps int) { r.at[r.side] += steps; r.side = 1 - r.side }
func (r *Race) Undo(steps int) { r.side = 1 - r.side; r.at[r.side] -= steps }
func (r *Race) ToMove() int    { return r.side }
func (r *Race) Outcome() int   { return -1000 } // for the side to move: the other side arrived

// Lead evaluates a race by the lead of the side to move.
type Lead struct{ race *Race }

func (l Lead) Evaluate() int {
	if len(l.race.Moves(nil)) == 0 {
		return l.race.Outcome()
	}
	return l.race.at[l.race.side] - l.race.at[1-l.race.side]
}

// An evaluator can be given as an option, for example to compare several.
func ExampleOptions() {
	result, err := alphabeta.Search(context.Background(), new(Race), ply.Limits{}, alphabeta.Options[int]{
		Depth:     4,
		Evaluator: func(g ply.AdversarialGame[int]) ply.Evaluator { return Lead{g.(*Race)} },
	})
	fmt.Println(result.Value, result.Line, err)
	// Output: 0 [5 5 5 5] <nil>
}
