package dependency

import (
	"fmt"

	"github.com/ply-search/ply"
)

// Commute reports whether two moves that are both legal in some position commute there: whether
// neither modifies a cell that is among the preconditions of the other. For moves with lawful
// footprints this is so exactly if each is legal after the other, and then both orders lead to the
// same position (Helmstetter 2007, section 2.1.4). It takes time in the product of their sizes.
func Commute(a, b ply.Footprint) bool {
	return !modifies(a, b) && !modifies(b, a)
}

// modifies reports whether a modifies a cell that b reads.
func modifies(a, b ply.Footprint) bool {
	for _, m := range a.Modifications {
		for _, p := range b.Preconditions {
			if m.Cell == p.Cell {
				return true
			}
		}
	}
	return false
}

// Check returns an error if the footprint is not lawful: if a list names a cell twice, a cell is
// modified without being a precondition or to the value that it has, or a cell or value is out of
// range. cells is the number of cells of the game.
func Check(f ply.Footprint, cells int) error {
	needed := make(map[int32]int32, len(f.Preconditions))
	for _, p := range f.Preconditions {
		if p.Cell < 0 || int(p.Cell) >= cells || p.Value < 0 {
			return fmt.Errorf("precondition %v: want a cell from 0 to %d and a value of 0 or more", p, cells-1)
		}
		if _, twice := needed[p.Cell]; twice {
			return fmt.Errorf("two preconditions on cell %d", p.Cell)
		}
		needed[p.Cell] = p.Value
	}
	modified := make(map[int32]bool, len(f.Modifications))
	for _, m := range f.Modifications {
		before, read := needed[m.Cell]
		switch {
		case !read:
			return fmt.Errorf("cell %d is modified without being a precondition", m.Cell)
		case m.Value < 0:
			return fmt.Errorf("modification %v: want a value of 0 or more", m)
		case m.Value == before:
			return fmt.Errorf("cell %d is modified to the value %d that it has", m.Cell, m.Value)
		case modified[m.Cell]:
			return fmt.Errorf("two modifications of cell %d", m.Cell)
		}
		modified[m.Cell] = true
	}
	return nil
}
