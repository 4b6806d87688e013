//go:build long

package gametest

import (
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/transposition"
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
	g, err := dependency.New(make([]int32, 3), rules, dependency.GameOptions{Goal: goal, Monotone: true})
	if err != nil {
		panic(err) // so is the goal
	}
	return g
}

// row is a lawful game.
type row struct{ *dependency.Game[int] }

func (g row) Clone() row { return row{g.Game.Clone()} }

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

// footprintAlone is a ring without cells, whose footprints lack the left neighbour.
type footprintAlone struct{ ring *ring }

func (g footprintAlone) Moves(dst []raise) []raise { return g.ring.Moves(dst) }
func (g footprintAlone) Play(m raise)              { g.ring.Play(m) }
func (g footprintAlone) Undo(m raise)              { g.ring.Undo(m) }
func (g footprintAlone) Hash() uint64              { return g.ring.Hash() }
func (g footprintAlone) Solved() bool              { return g.ring.Solved() }
func (g footprintAlone) Footprint(m raise, dst ply.Footprint) ply.Footprint {
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: m.cell(), Value: m.from()})
	dst.Modifications = append(dst.Modifications, ply.Condition{Cell: m.cell(), Value: m.from() + 1})
	return dst
}

// needingVaries forgets a move where the first cell is raised.
type needingVaries struct{ row }

func (g needingVaries) Needing(c ply.Condition, dst []int) []int {
	dst = g.row.Needing(c, dst)
	if g.Cell(0) > 0 && c.Cell == 1 && len(dst) > 0 {
		return append(dst, 3)
	}
	return dst
}

// conflictsVary says that the first two moves exclude one another once the last cell is raised.
type conflictsVary struct{ row }

func (g conflictsVary) Conflict(a, b int) bool {
	return a == b || g.Cell(2) > 0 && a%2 == 0 && b%2 == 0 && a+b == 2
}

type refutedPlays struct{ row }

func (g refutedPlays) Refuted(line []int) bool {
	g.Play(line[0])
	return true
}

type refutedSorts struct{ row }

func (g refutedSorts) Refuted(line []int) bool {
	slices.Sort(line)
	slices.Reverse(line)
	return true
}

type refutedRandomly struct {
	row
	last *bool
}

func (g refutedRandomly) Refuted([]int) bool {
	*g.last = !*g.last
	return *g.last
}

// Lanes is a Sequential game: two ships go from gate 0 to gate lanesEnd, each by one gate a move, and the second one
// never gets ahead of the first.
type lanes struct{ at [2]int32 }

const lanesEnd = 3

func newLanes() *lanes { return new(lanes) }

// sail returns the move of a ship from a gate.
func sail(ship int, from int32) int { return 2*int(from) + ship }

func (g *lanes) Moves(dst []int) []int {
	for x := range g.at {
		if m, ok := g.Next(x); ok {
			dst = append(dst, m)
		}
	}
	return dst
}

func (g *lanes) Play(m int)       { g.at[m%2]++ }
func (g *lanes) Undo(m int)       { g.at[m%2]-- }
func (g *lanes) Acyclic() bool    { return true }
func (g *lanes) Cells() int       { return 2 }
func (g *lanes) Cell(i int) int32 { return g.at[i] }
func (g *lanes) Subgames() int    { return 2 }

func lanesKey(ship int, gate int32) uint64 { return transposition.Zobrist{}.Key(ship, int(gate)) }

func (g *lanes) Hash() uint64 { return lanesKey(0, g.at[0]) ^ lanesKey(1, g.at[1]) }

func (g *lanes) HashChange(m int) uint64 {
	return lanesKey(m%2, int32(m/2)) ^ lanesKey(m%2, int32(m/2)+1)
}

func (g *lanes) Next(x int) (int, bool) {
	return sail(x, g.at[x]), g.at[x] < lanesEnd && (x == 0 || g.at[1] < g.at[0])
}

// Watched appends the first ship for the second one. The first one watches none.
func (g *lanes) Watched(x int, dst []int32) []int32 {
	if x == 1 {
		dst = append(dst, 0)
	}
	return dst
}

func (g *lanes) Changed(m int, dst []int32) []int32 {
	if m%2 == 0 {
		dst = append(dst, 0)
	}
	return dst
}

func TestLanesAreLawful(t *testing.T) { Check(t, newLanes) }

// Each type here is lanes with one fault.
type (
	lanesForget            struct{ lanes }
	lanesWatchNothing      struct{ lanes }
	lanesHash              struct{ lanes }
	lanesGrow              struct{ lanes }
	lanesWatchedOverwrites struct{ lanes }
	lanesChangedOverwrites struct{ lanes }
)

func (g *lanesForget) Next(x int) (int, bool) {
	m, ok := g.lanes.Next(x)
	return m, ok && x == 1
}

func (g *lanesWatchNothing) Watched(_ int, dst []int32) []int32 { return dst }
func (g *lanesHash) HashChange(m int) uint64                    { return g.lanes.HashChange(m) + 1 }

func (g *lanesGrow) Subgames() int { return 2 + int(g.at[0]) }

func (g *lanesGrow) Next(x int) (int, bool) {
	if x > 1 {
		return 0, false
	}
	return g.lanes.Next(x)
}

func (g *lanesWatchedOverwrites) Watched(x int, dst []int32) []int32 {
	return g.lanes.Watched(x, dst[:0])
}

func (g *lanesChangedOverwrites) Changed(m int, dst []int32) []int32 {
	return g.lanes.Changed(m, dst[:0])
}
