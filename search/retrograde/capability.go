package retrograde

// An Indexer is a game that numbers its positions: each position has an index, from which the position can be set up.
// [Solve] stores no keys for such a game: it needs one bit for each index and two bytes for each position.
//
// Equivalent positions, such as reflections or positions with exchanged sides, may have the same index. SetIndex then
// sets up one of them.
//
// Laws:
//   - Index is less than Positions.
//   - If SetIndex(i) returns true, the game is in a position with index i. Undo need not take back moves that were
//     played before the call.
//   - SetIndex(Index()) returns true. The position set up has the same value for the side to move and the same number of
//     plies to the end as the position before the call, and its moves lead to positions with the same indices.
//   - Positions never changes.
type Indexer interface {
	// Positions returns the number of indices, from 0 to 2⁴⁰. Some indices may belong to no position.
	Positions() uint64

	// Index returns the index of the present position.
	Index() uint64

	// SetIndex sets up a position with an index, which is less than Positions. SetIndex returns false if there is no such
	// position, or if the position need not be solved. After SetIndex has returned false, the game is in an unknown
	// position. The only method that may then be called is SetIndex.
	SetIndex(index uint64) bool
}

// A Backward is a game that lists the predecessors of a position. The game must be an [Indexer]. If the game is no
// Backward, [Solve] stores all moves. If there is not enough memory for all moves, Solve generates the moves of each
// unsolved position again for each ply.
//
// Predecessors finds the positions from which a legal move leads to the present position. It appends the index of each
// predecessor to other if the side to move in the predecessor differs from the side to move in the present position,
// and otherwise to same. It returns the extended slices.
//
// Laws: Predecessors may append an index repeatedly, and indices for which SetIndex returns false, but misses no
// predecessor. In a [Classed] game, only predecessors of the same class are required. Predecessors changes nothing.
type Backward interface {
	Predecessors(other, same []uint64) (others, sames []uint64)
}

// A Forward is a game that lists the indices of all successors of a position in one call, which makes [Solve] faster.
// The game must be an [Indexer]. Solve then calls Moves and Play in no position with successors.
//
// Successors appends the index of the position after each legal move. It appends the index to other if the side to move
// in that position differs from the side to move in the present position, and otherwise to same. It returns the
// extended slices.
//
// Laws: Successors may append an index repeatedly, and misses no successor. It changes nothing.
type Forward interface {
	Successors(other, same []uint64) (others, sames []uint64)
}

// A Ruled game has rules that can differ between games of the same type. Rules returns a text that identifies the
// rules. If a game is not Ruled, its [Fingerprint] depends only on a sample of positions, whose moves may be the same
// under other rules.
//
// Law: Rules returns the same text for games with the same rules, and different texts for games with different rules.
// It never changes.
type Ruled interface {
	Rules() string
}

// A Classed game has classes of positions that are solved one after the other, for example by the pieces on the board.
// A class is a range of indices. No move leads to a class with a greater number. The game must be an [Indexer].
//
// Laws:
//   - Classes returns the first index of each class in ascending order. The first is 0, and none is greater than
//     Positions. It never changes.
//   - Below returns all other classes to which moves from positions of class can lead, and possibly more. All have
//     smaller numbers than class.
type Classed interface {
	Classes() []uint64
	Below(class int) []int
}
