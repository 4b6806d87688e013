package retrograde

// An Indexer numbers the positions of a game: each has an index, from which the position can be restored. Such a game
// needs no keys: [Solve] stores one bit for each index, and two bytes for each position.
//
// Equivalent positions, such as reflections or exchanges of sides, may share an index. SetIndex then makes one of them.
//
// Laws:
//   - Index is below Positions.
//   - If SetIndex(i) returns true, the game is in a position with index i, and no moves can be taken back beyond it.
//   - SetIndex(Index()) returns true, and leads to a position that has the same value for the side to move, the same
//     number of plies to go, and moves to positions with the same indices.
//   - Positions never changes.
type Indexer interface {
	// Positions returns the number of indices, from 0 to 2⁴⁰. Some may belong to no position.
	Positions() uint64

	// Index returns the index of the present position.
	Index() uint64

	// SetIndex makes the game the position with an index below Positions. It returns false if there is no such position,
	// or it need not be solved; the game is then in an unknown position, on which only SetIndex may be called.
	SetIndex(index uint64) bool
}

// A Backward lists the predecessors of the present position. Without it, [Solve] stores all moves if there is enough
// memory, or searches each open position again for each ply. The game must be an [Indexer].
//
// Law: Predecessors appends the index of each position from which a legal move leads to the present position: to other
// if the side to move there differs from the side to move here, otherwise to same. It may append an index repeatedly,
// and indices that SetIndex refuses. In a [Classed] game, only predecessors of the same class are needed. It returns
// the extended slices, and changes nothing.
type Backward interface {
	Predecessors(other, same []uint64) (others, sames []uint64)
}

// A Forward lists the positions after all moves in one call. It is an optional fast path: [Solve] then calls Moves and
// Play in no position with successors. The game must be an [Indexer].
//
// Law: Successors appends the index after each legal move: to other if the side to move there differs from the side to
// move here, otherwise to same. It may append an index repeatedly. It returns the extended slices, and changes nothing.
type Forward interface {
	Successors(other, same []uint64) (others, sames []uint64)
}

// A Ruled game distinguishes its rules from the rules of other games of the same type. Without it, a [Fingerprint]
// depends only on some positions, which may have the same moves under other rules.
//
// Law: Rules returns the same for all games with the same rules, and different strings for others. It never changes.
type Ruled interface {
	Rules() string
}

// A Classed game has classes of positions that are solved one after the other, for example by the pieces on the board.
// A class is a range of indices. No move leads to a class with a greater number. The game must be an [Indexer].
//
// Laws:
//   - Classes returns the first index of each class in ascending order, from 0 to at most Positions. It never changes.
//   - Below returns the other classes to which its moves can lead, and possibly more. All have smaller numbers.
type Classed interface {
	Classes() []uint64
	Below(class int) []int
}
