package gametest

import (
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// newRow returns a game of package dependency with a row of three cells. Move 2i raises cell i from 0 to 1
// and move 2i+1 from 1 to 2, which the cell on the left must be at 1 for. The last move can be taken back
// by move 6, so the game is not monotone, if that is wanted. The first two cells at 2 solve it.
func newRow(monotone bool) *dependency.Game[int] {
	var moves []ply.Footprint
	var goal []ply.Condition
	for cell := range int32(3) {
		for value := range int32(2) {
			f := ply.Footprint{
				Preconditions: []ply.Condition{{Cell: cell, Value: value}},
				Modifications: []ply.Condition{{Cell: cell, Value: value + 1}},
			}
			if cell > 0 && value == 1 {
				f.Preconditions = append(f.Preconditions, ply.Condition{Cell: cell - 1, Value: 1})
			}
			moves = append(moves, f)
		}
		if cell < 2 {
			goal = append(goal, ply.Condition{Cell: cell, Value: 2})
		}
	}
	if !monotone {
		moves = append(moves, ply.Footprint{
			Preconditions: []ply.Condition{{Cell: 2, Value: 2}},
			Modifications: []ply.Condition{{Cell: 2, Value: 1}},
		})
	}
	rules, err := dependency.List(3, moves)
	if err != nil {
		panic(err) // the moves are lawful
	}
	g, err := dependency.New(make([]int32, 3), rules, dependency.Options{Goal: goal, Monotone: true})
	if err != nil {
		panic(err) // so is the goal
	}
	return g
}

// row is a lawful game.
type row struct{ *dependency.Game[int] }

// Conflict says that no move is played twice.
func (row) Conflict(a, b int) bool { return a == b }

func TestRowIsLawful(t *testing.T) {
	Check(t, func() row { return row{newRow(true)} })
}

type needingForgets struct{ row }

func (g needingForgets) Needing(c ply.Condition, dst []int) []int {
	return slices.DeleteFunc(g.row.Needing(c, dst), func(m int) bool { return m == 3 })
}

type needingTwice struct{ row }

func (g needingTwice) Needing(c ply.Condition, dst []int) []int {
	return g.row.Needing(c, g.row.Needing(c, dst))
}

type needingInvents struct{ row }

func (g needingInvents) Needing(c ply.Condition, dst []int) []int {
	return append(g.row.Needing(c, dst), 5)
}

type needingOverwrites struct{ row }

func (g needingOverwrites) Needing(c ply.Condition, dst []int) []int {
	return g.row.Needing(c, dst[:0])
}

// conflictsInARow says that no line raises a cell twice.
type conflictsInARow struct{ row }

func (conflictsInARow) Conflict(a, b int) bool { return a/2 == b/2 }

type conflictsOneWay struct{ row }

func (conflictsOneWay) Conflict(a, b int) bool { return a < b }

// goalPart and goalOther say only a part of the goal, and another one.
type goalPart struct{ row }

func (g goalPart) Goal() []ply.Condition { return g.row.Goal()[:1] }

type goalOther struct{ row }

func (goalOther) Goal() []ply.Condition { return []ply.Condition{{Cell: 2, Value: 1}} }

// footprintAlone is a ring that shows no cells and forgets what a move needs of the left neighbour.
type footprintAlone struct{ ring *ring }

func (g footprintAlone) Moves(dst []raise) []raise { return g.ring.Moves(dst) }
func (g footprintAlone) Play(m raise)              { g.ring.Play(m) }
func (g footprintAlone) Undo(m raise)              { g.ring.Undo(m) }
func (g footprintAlone) Hash() uint64              { return g.ring.Hash() }
func (g footprintAlone) Solved() bool              { return g.ring.Solved() }
func (g footprintAlone) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: m.Cell, Value: m.From})
	dst.Modifications = append(dst.Modifications, ply.Condition{Cell: m.Cell, Value: m.From + 1})
	return dst
}
