package main

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/domineering/domineering"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

func TestLaws(t *testing.T) {
	gametest.Check(t, func() *domineering.Game { return must(domineering.New(4, 5)) })
}

// The first side wins on boards of 2, 3, 4 and 6 rows, and not on 1 and 5 (Breuker, Uiterwijk and van den Herik 2000).
func TestWinners(t *testing.T) {
	winOrNot := alphabeta.Options[domineering.Move]{Window: [2]int{-1, 1}, Table: transposition.NewTable(1 << 24)}
	for i, want := range []bool{false, true, true, true, false, true} {
		result := must(alphabeta.Search(t.Context(), must(domineering.New(i+1, i+1)), ply.Limits{}, winOrNot))
		if (result.Value > 0) != want {
			t.Errorf("size %d: the value is %d for the side that moves first; should it win? %v", i+1, result.Value, want)
		}
	}
}
