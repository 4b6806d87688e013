package dependency

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// CheckMonotone checks a line of legal moves from the present position of g for [Search]. It returns an error that
// wraps [ErrNotMonotone] and names the move if a move gives a cell a value that the cell has had before on the line and
// has since lost. A game is monotone if it has no such line. CheckMonotone plays the line and takes it back.
// A panic of the game is an error ([ply.GamePanic]).
func CheckMonotone[G interface {
	ply.Game[M]
	ply.Celled
}, M comparable](g G, line []M) error {
	played := 0
	return guard.Run(func() string { return fmt.Sprint(line[:played]) }, func() error {
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
			played = i + 1
			after := values()
			if len(after) != len(now) {
				return fmt.Errorf("dependency: after %v, Cells of %T is %d, and was %d", line[:played], g, len(after), len(now))
			}
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
	})
}

func notMonotone[M comparable](line []M, m M, c ply.Condition) error {
	return fmt.Errorf("%w: after %v, move %v makes cell %d hold %d again", ErrNotMonotone, line, m, c.Cell, c.Value)
}
