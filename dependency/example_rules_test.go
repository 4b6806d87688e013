package dependency_test

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// Frogs are rules that generate their moves. A cell holds 0 if it is empty, and 1 if a frog sits on it. A frog hops to
// the next cell if that is empty.
type Frogs struct{}

// A Hop is a move, from a cell to the next one.
type Hop int32

func (Frogs) Candidates(cells []int32, dst []Hop) []Hop {
	for c := range len(cells) - 1 {
		dst = append(dst, Hop(c)) // the preconditions say whether it is legal
	}
	return dst
}

func (Frogs) Footprint(m Hop, dst ply.Footprint) ply.Footprint {
	from, to := int32(m), int32(m)+1
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: from, Value: 1}, ply.Condition{Cell: to, Value: 0})
	dst.Modifications = append(dst.Modifications, ply.Condition{Cell: from, Value: 0}, ply.Condition{Cell: to, Value: 1})
	return dst
}

func (Frogs) Needing(c ply.Condition, dst []Hop) []Hop {
	if c.Value == 1 {
		return append(dst, Hop(c.Cell)) // away from the cell
	}
	return append(dst, Hop(c.Cell-1)) // to it
}

// Rules that generate moves instead of listing them.
func ExampleRules() {
	game, err := dependency.New([]int32{1, 1, 0, 0}, Frogs{}, dependency.GameOptions{Acyclic: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for moves := game.Moves(nil); len(moves) > 0; moves = game.Moves(moves[:0]) {
		game.Play(moves[0])
		fmt.Println(game)
	}
	// Output:
	// [1 0 1 0]
	// [0 1 1 0]
	// [0 1 0 1]
	// [0 0 1 1]
}
