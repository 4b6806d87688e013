package dependency

import (
	"fmt"

	"github.com/ply-search/ply"
)

// CheckMonotone plays a line of legal moves from the present position of g, takes it back, and returns an
// error that wraps [ErrNotMonotone] and names the move if one gives a cell a value that it had before on
// the line and did not keep. A game without such lines is monotone, as [Search] wants it.
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
