package ply

// A Condition states that a cell of the position holds a value. The game defines its cells, such as squares or the
// hands of the players. Cells and values are numbered from 0.
type Condition struct {
	Cell  int32 // the number of the cell
	Value int32 // the value that it holds
}

// A Footprint states the requirements and effects of a move: the values that cells must hold before it, and the values
// of the cells that it changes (Helmstetter 2007, section 2.1.1). Footprints are STRIPS operators without variables.
type Footprint struct {
	Preconditions []Condition // hold before the move
	Modifications []Condition // hold after it, of the cells that it changes
}

// A Footprinter is a game that states its moves as preconditions and modifications of cells. Package dependency derives
// commutation, traces and the decomposition into parts from footprints, and builds games.
//
// Laws, besides the laws of [Celled]:
//   - A move is legal exactly if all its preconditions hold and the position is not solved.
//   - It changes exactly the cells in its modifications, to the values stated there.
//   - Each cell that a move modifies is also in its preconditions, with a different value, no cell twice in a list.
//   - The footprint of a move is the same in all positions, including those in which the move is not legal.
type Footprinter[M comparable] interface {
	// Footprint appends the preconditions and modifications of m to dst and returns the extended footprint.
	Footprint(m M, dst Footprint) Footprint
}

// A Celled position consists of cells that hold values.
//
// Law: two positions are equal exactly if all their cells hold equal values.
type Celled interface {
	// Cells returns the number of cells, which does not change.
	Cells() int

	// Cell returns the value of cell i, which is not negative.
	Cell(i int) int32
}

// A Commuter reports whether two different moves, both legal in the present position, commute: whether they can be
// played in either order with the same result.
//
// Laws:
//   - Commute(a, b) equals Commute(b, a).
//   - If Commute(a, b) is true, a is legal after b, b is legal after a, and both orders lead to the same position.
//   - For a [Footprinter], Commute is true exactly if neither move modifies a precondition of the other
//     (dependency.Game.Commute tests that) and neither move solves the puzzle.
type Commuter[M comparable] interface {
	Commute(a, b M) bool
}
