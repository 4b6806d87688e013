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

// Independent reports whether two sets of moves are independent: whether no move of one modifies a cell
// that is among the preconditions of a move of the other. Then each move of one set commutes with each of
// the other, and the positions reached by moves of both are the product of the positions reached by moves of
// each (Helmstetter 2007, section 2.1.1). It takes time in the sum of their sizes.
func Independent(a, b []ply.Footprint) bool {
	readA, modifiedA := cellsOf(a)
	readB, modifiedB := cellsOf(b)
	return !modifiedA.meets(readB) && !modifiedB.meets(readA)
}

// cellsOf returns the cells that moves read and those that they modify.
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
// range. cells is the number of cells of the game. It takes time in the square of the footprint's size.
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

// valueOf returns the value that conditions want of a cell, if they name it.
func valueOf(cell int32, conditions []ply.Condition) (value int32, named bool) {
	for _, c := range conditions {
		if c.Cell == cell {
			return c.Value, true
		}
	}
	return 0, false
}
