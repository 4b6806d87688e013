package ply

// A Condition says that a cell of the position holds a value. What the cells are, squares or the
// hands of the players, is the game's to choose; both are numbered from 0.
type Condition struct {
	Cell  int32
	Value int32
}

// A Footprint is what a move needs and what it changes: the cells that it reads, with the values
// that they must hold, and the cells that it writes, with the values that they then hold
// (Helmstetter 2007, section 2.1.1; STRIPS operators without variables).
type Footprint struct {
	Preconditions []Condition
	Modifications []Condition
}

// A Footprinter states its moves as preconditions and modifications over cells. It is the ground
// that commutation, traces and the decomposition into independent parts stand on; package
// dependency makes a whole game of it.
//
// Laws, with those of [Celled]:
//   - A move is legal exactly where all its preconditions hold and the position is not solved.
//   - It changes exactly the cells among its modifications, to the values stated.
//   - A cell that a move modifies is also among its preconditions, with another value, and no
//     cell is named twice in either list.
//   - The footprint of a move is the same in all positions, even where the move is not legal.
type Footprinter[M comparable] interface {
	// Footprint appends the preconditions and modifications of m to those of dst and returns
	// the extended footprint.
	Footprint(m M, dst Footprint) Footprint
}

// Celled is a position made of cells that hold values.
//
// Law: positions are equal exactly if all their cells are.
type Celled interface {
	// Cells returns the number of cells, which does not change.
	Cells() int

	// Cell returns the value of cell i, not negative.
	Cell(i int) int32
}

// A Commuter says whether two different moves, both legal in the present position, commute:
// whether either can be played after the other.
//
// Laws: Commute(a, b) equals Commute(b, a); if it is true, a is legal after b and b after a, and
// both orders lead to the same position; for a [Footprinter], it is true exactly if neither
// modifies a precondition of the other (package dependency has that test ready-made) and neither
// solves the puzzle.
type Commuter[M comparable] interface {
	Commute(a, b M) bool
}
