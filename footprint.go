package ply

// A Condition states that a cell of the position has a value. The game defines its cells, such as squares or the hands
// of the players. Cells and values are numbered from 0.
type Condition struct {
	Cell  int32 // the number of the cell
	Value int32 // the value of the cell
}

// A Footprint states the requirements and effects of a move: the values that cells must have before the move, and the
// values that the changed cells have after it (Helmstetter 2007, section 2.1.1). Footprints are STRIPS operators
// without variables.
type Footprint struct {
	Preconditions []Condition // conditions that must hold before the move
	Modifications []Condition // the values of the changed cells after the move
}

// A Footprinter is a game that states each move as preconditions and modifications of cells. Package dependency uses
// footprints to find commuting moves and independent parts of a game, and the cells on which a result depends. It can
// also make a whole game from footprints alone.
//
// Laws, besides the laws of [Celled]:
//   - A move is legal exactly if all its preconditions hold and the position is not solved (see [Puzzle]).
//   - A move changes exactly the cells in its modifications, to the values stated there.
//   - Each cell in the modifications of a move is also in the preconditions of the move, with a different value.
//     Neither list contains a cell twice.
//   - The footprint of a move is the same in all positions, including those in which the move is not legal.
type Footprinter[M comparable] interface {
	// Footprint appends the preconditions and modifications of m to dst and returns the extended footprint.
	Footprint(m M, dst Footprint) Footprint
}

// A Celled game has positions that consist of cells with values.
//
// Law: two positions are equal exactly if all their cells have equal values.
type Celled interface {
	// Cells returns the number of cells, which is the same in all positions.
	Cells() int

	// Cell returns the value of cell i in the present position. It is not negative.
	Cell(i int) int32
}

// A Commuter reports whether two different moves, both legal in the present position, commute: whether they can be
// played in either order and lead to the same position.
//
// Laws:
//   - Commute(a, b) equals Commute(b, a).
//   - If Commute(a, b) is true, a is legal after b, b is legal after a, and both orders lead to the same position.
//   - For a [Footprinter], Commute is true exactly if neither move modifies a cell in the preconditions of the other
//     (dependency.Game.Commute tests this) and neither move solves the puzzle.
type Commuter[M comparable] interface {
	Commute(a, b M) bool
}
