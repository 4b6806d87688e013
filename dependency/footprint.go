package dependency

import (
	"fmt"

	"github.com/ply-search/ply"
)

// commute reports whether two legal moves commute, that is, neither modifies a precondition of the other. For valid
// footprints (see [Check]), this holds exactly if each is legal after the other, and both orders then lead to the same
// position (Helmstetter 2007, section 2.1.4). It takes time proportional to the product of the sizes of the footprints.
func commute(a, b ply.Footprint) bool {
	return !modifies(a, b) && !modifies(b, a)
}

func cellsOf(moves []ply.Footprint) (read, modified bitSet) {
	for _, f := range moves {
		for _, c := range f.Preconditions {
			read.add(c.Cell)
		}
		for _, c := range f.Modifications {
			modified.add(c.Cell)
		}
	}
	return read, modified
}

func footprintsOf[M comparable](g ply.Footprinter[M], moves []M) []ply.Footprint {
	footprints := make([]ply.Footprint, len(moves))
	for i, m := range moves {
		footprints[i] = g.Footprint(m, ply.Footprint{})
	}
	return footprints
}

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

// Check returns an error if f is not a valid footprint for a game with the given number of cells. In a valid footprint,
//
//   - cells are from 0 to cells-1, and values are 0 or more;
//   - no cell occurs in two preconditions or in two modifications;
//   - each modified cell has a precondition, whose value differs from the new value.
//
// The time of Check is proportional to the square of the size of the footprint.
func Check(f ply.Footprint, cells int) error {
	for i, p := range f.Preconditions {
		if p.Cell < 0 || int(p.Cell) >= cells || p.Value < 0 {
			return fmt.Errorf("precondition %v: want a cell from 0 to %d and a value of 0 or more", p, cells-1)
		}
		if _, twice := valueOf(p.Cell, f.Preconditions[:i]); twice {
			return fmt.Errorf("two preconditions on cell %d", p.Cell)
		}
	}
	for i, m := range f.Modifications {
		before, read := valueOf(m.Cell, f.Preconditions)
		_, twice := valueOf(m.Cell, f.Modifications[:i])
		switch {
		case !read:
			return fmt.Errorf("cell %d is modified without being a precondition", m.Cell)
		case m.Value < 0:
			return fmt.Errorf("modification %v: want a value of 0 or more", m)
		case m.Value == before:
			return fmt.Errorf("cell %d is modified to the value %d that it has", m.Cell, m.Value)
		case twice:
			return fmt.Errorf("two modifications of cell %d", m.Cell)
		}
	}
	return nil
}

func valueOf(cell int32, conditions []ply.Condition) (value int32, named bool) {
	for _, c := range conditions {
		if c.Cell == cell {
			return c.Value, true
		}
	}
	return 0, false
}
