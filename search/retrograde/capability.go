package retrograde

// An Indexer numbers the positions of a game: each has an index of its own, from which the position can be made again.
// A game whose positions are numbered needs no keys: [Solve] keeps one bit for each index, and two bytes for
// each position.
//
// A game may give one index to positions that are worth the same, such as reflections of one another, or a position and
// the one in which the sides have changed places. It is then enough if SetIndex makes one of them.
//
// Laws:
//   - Index is below Positions.
//   - If SetIndex(i) returns true, the game is in a position with index i, and no moves can be taken back beyond it.
//   - SetIndex(Index()) returns true, and leads to a position that is worth the same for the side to move, has the same
//     number of plies to go, and has moves to positions with the same indices.
//   - Positions never changes.
type Indexer interface {
	// Positions returns the number of indices, from 0 to 2⁴⁰. Some may belong to no position.
	Positions() uint64

	// Index returns the index of the present position.
	Index() uint64

	// SetIndex makes the game the position with an index below Positions. It returns false if there is no such
	// position, or if it is one that need not be solved; the game is then in an unknown position, on which only
	// SetIndex may be called.
	SetIndex(index uint64) bool
}

// A Backward says from which positions a move leads to the present one. Without it, [Solve] stores all moves if there is
// enough memory, or looks at each open position again for each ply. The game must be an [Indexer].
//
// Law: Predecessors appends the index of each position from which a legal move leads to the present position: to other if
// the side to move there is not the side to move here, to same if it is. It may append an index that SetIndex refuses,
// and it may append one several times. Of a [Classed] game, it need append only the predecessors of the same class. It returns the
// extended slices, and changes nothing.
type Backward interface {
	Predecessors(other, same []uint64) (others, sames []uint64)
}

// A Forward lists the positions after all moves in one call. It is an optional fast path: [Solve] then asks neither Moves
// nor Play in positions that have successors. The game must be an [Indexer].
//
// Law: Successors appends the index after each legal move: to other if the side to move there is not the side to move
// here, to same if it is. It may append an index several times. It returns the extended slices, and changes nothing.
type Forward interface {
	Successors(other, same []uint64) (others, sames []uint64)
}

// A Ruled game tells its rules from the rules of other games of the same type, which may have as many indices and mostly the
// same moves. Without it, a [Fingerprint] tells them apart by some positions alone.
//
// Law: Rules returns the same for all games with the same rules, and something else for others. It never changes.
type Ruled interface {
	Rules() string
}

// A Classed game falls into classes of positions that are solved one after the other, for example by the men on the
// board. A class is a range of indices. No move leads to a class with a greater number. The game must be an [Indexer].
//
// Laws:
//   - Classes returns the index with which each class begins, the first of them 0, none greater than the next or than
//     Positions. It never changes.
//   - Below returns the classes to which a move from that class can lead, except that class itself. All are smaller. It
//     may name too many.
type Classed interface {
	Classes() []uint64
	Below(class int) []int
}
