package retrograde

// An Indexer is a game that numbers its positions: each position has an index, from which the position can be set up.
// [Solve] stores no keys for such a game: it needs one bit for each index and two bytes for each position.
//
// Equivalent positions, such as reflections or positions with exchanged sides, may have the same index. SetIndex then
// sets up one of them.
//
// Laws:
//   - Index is less than Positions.
//   - If SetIndex(i) returns true, the game is in a position with index i. Undo is then not required to take back moves
//     that were played before the call of SetIndex.
//   - SetIndex(Index()) returns true. It sets up the same position or an equivalent one. Equivalent positions have the
//     same value for the side to move, the same number of plies to the end, and the same indices of the positions after
//     their moves.
//   - Positions never changes.
type Indexer interface {
	// Positions returns the number of indices, from 0 to 2⁴⁰. Some indices may belong to no position.
	Positions() uint64

	// Index returns the index of the present position.
	Index() uint64

	// SetIndex sets up a position with the given index, from 0 to Positions()-1, and returns true. If there is no such
	// position, or if it need not be solved, SetIndex returns false. The game is then in an unknown position, in which no
	// method except SetIndex may be called.
	SetIndex(index uint64) bool
}

// A Backward is a game that lists the predecessors of a position: the positions from which a legal move leads to this
// position. The game must be an [Indexer]. For an Indexer that is no Backward, [Solve] stores all moves or, if they
// need too much memory, generates moves repeatedly.
//
// Predecessors appends the index of each predecessor of the present position to one of two slices: to the slice same if
// the same side is to move in the predecessor and in the present position, and to the slice other if not. It returns
// both extended slices.
//
// Laws: Predecessors appends the indices of all predecessors. It may append an index repeatedly, and may append indices
// for which SetIndex returns false. In a [Classed] game, it may leave out predecessors of other classes. It does not
// change the game.
type Backward interface {
	Predecessors(other, same []uint64) (others, sames []uint64)
}

// A Forward is a game that lists the indices of all successors of a position in one call. The game must be an
// [Indexer]. For a Forward, [Solve] calls Successors instead of Moves and Play, because one call of Successors is
// faster.
//
// Successors appends the index of the position after each legal move to one of two slices: to the slice same if the
// same side is to move before and after the move, and to the slice other if not. It returns both extended slices.
//
// Laws: Successors appends the indices of all successors, and may append an index repeatedly. It does not change the
// game.
type Forward interface {
	Successors(other, same []uint64) (others, sames []uint64)
}

// A Ruled game has rules that can differ between games of the same type. Rules returns a text that identifies the
// rules, for [Fingerprint]. If a game is not Ruled, games with different rules can have the same fingerprint.
//
// Law: Rules returns the same text for games with the same rules, and different texts for games with different rules.
// It never changes.
type Ruled interface {
	Rules() string
}

// A Classed game divides its positions into classes, which [Solve] solves one after the other. In a game with captures,
// for example, all positions with the same pieces can form a class. A class is a range of indices. A move never leads
// to a class with a greater number. The game must be an [Indexer].
//
// Laws:
//   - Classes returns the first index of each class, in ascending order. The first index of class 0 is 0, and no first
//     index is greater than Positions. The result of Classes never changes.
//   - Below returns the numbers of all other classes to which moves from positions of the given class can lead, and
//     possibly more numbers. All these numbers are less than the number of the class.
type Classed interface {
	Classes() []uint64
	Below(class int) []int
}
