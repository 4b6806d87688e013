package dependency

import (
	"fmt"

	"github.com/ply-search/ply"
)

// CheckMonotone checks a line of legal moves from the present position of g for [Search]. It returns an error that
// wraps [ErrNotMonotone] and names the move if a move gives a cell a value that the cell has had before on the line and
// has since lost. A game is monotone if it has no such line. CheckMonotone plays the line and takes it back.
func CheckMonotone[G interface {
	ply.Game[M]
	ply.Celled
}, M comparable](g G, line []M) error {
	values := func() []int32 {
		values := make([]int32, g.Cells())
		for i := range values {
			values[i] = g.Cell(i)
		}
		return values
	}
	now := values()
	had := make(map[ply.Condition]bool)
	for i, v := range now {
		had[ply.Condition{Cell: int32(i), Value: v}] = true
	}
	for i, m := range line {
		g.Play(m)
		defer g.Undo(m)
		after := values()
		for cell, v := range after {
			c := ply.Condition{Cell: int32(cell), Value: v}
			if v != now[cell] && had[c] {
				return notMonotone(line[:i], m, c)
			}
			had[c] = true
		}
		now = after
	}
	return nil
}

func notMonotone[M comparable](line []M, m M, c ply.Condition) error {
	return fmt.Errorf("%w: after %v, move %v makes cell %d hold %d again", ErrNotMonotone, line, m, c.Cell, c.Value)
}
