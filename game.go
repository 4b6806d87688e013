package ply

// A Game is a position of a deterministic game of perfect information. Moves are played on it and taken back
// in place.
//
// Chance and hidden information have no place in it: the position after a move must depend on nothing but the
// position before and the move. If dice are rolled inside Play, a search plays the same move again with other
// dice and cannot notice; every value, count and solution that it reports is then meaningless.
//
// A search needs no more than this interface. Whatever else a game can do it says with one of the
// capabilities of this package, and package gametest checks every law stated here and there.
//
// M is the type of a move. Small values are best, since searches copy moves by the million.
// Two moves that are equal (==) are the same move, in whatever positions they are played.
//
// Laws:
//   - The same moves, played from the same position, always lead to the same position.
//   - Undo after Play restores everything that can be observed.
//   - Moves lists no move twice, and lists exactly the legal ones.
//   - The order of Moves depends on nothing but the moves played from the start to here: not on
//     the clock, nor on moves that were played and taken back.
//   - A finished position, solved or lost, has no moves.
//
// A Game is used by one goroutine at a time.
type Game[M comparable] interface {
	// Moves appends the legal moves to dst and returns the extended slice.
	Moves(dst []M) []M

	// Play plays m, which is legal.
	Play(m M)

	// Undo takes m back, which is the last move played and not yet taken back.
	Undo(m M)
}

// A Puzzle knows when it is solved.
//
// Law: a solved position has no moves. Searches call Solved only where there are none.
type Puzzle interface {
	Solved() bool
}

// A Scorer scores the present position for a lone player, as if the game ended here. More is
// better. Searches for the best line compare the scores of finished positions.
//
// Law: the score is a function of the position (see [Hasher] for what that is).
type Scorer interface {
	Score() float64
}

// An Estimator gives a lower bound on the cost of solving the present position: on the number of
// moves still to be played or, if the game is a [Coster], on the sum of their costs. Such a bound is
// called admissible. Zero is always admissible, and [math.MaxInt] says that the position cannot be solved.
//
// Laws: a solved position has estimate 0; no estimate is negative; no solution found from a
// position costs less than its estimate.
type Estimator interface {
	Estimate() int
}

// A Coster assigns a cost to each move. Without one, every move costs 1.
//
// Law: the cost of a move is not negative and does not change with the position, even where the move
// is not legal.
type Coster[M comparable] interface {
	Cost(m M) int
}

// Acyclic reports whether the game is acyclic, that is, whether no line of play visits a position twice.
// Searches that would not end on a game with cycles refuse a game that is not declared acyclic.
//
// Law: if Acyclic is true, no line of play visits a position twice.
type Acyclic interface {
	Acyclic() bool
}

// A Cloner makes copies of itself that share nothing that Play and Undo change, so that several
// goroutines can search from the same position. G is the game's own type.
//
// Laws: a clone looks like the original; no move played on one changes the other. (Moves played before
// need not be taken back on the clone.)
type Cloner[G any] interface {
	Clone() G
}

// An Advancer plays a move and lists the moves that follow in one call. It is the fast path of the
// depth-first searches and of playouts, whose inner loops then cross the Game interface once a node
// instead of once a move. For a game without it, [AdvancerOf] makes one of Play, Moves and Commute.
//
// prev holds the moves of the present position, those of prev[t:] in the order of Moves. Advance
// plays prev[i] and appends to dst the moves of the new position: first those of prev[:t] that
// commute with prev[i], in their order, then all others, in the order of Moves. It returns the
// extended slice and how many the first are. It changes neither prev nor what was in dst, which may
// be a stack that ends with prev, and keeps neither. t is at most i.
//
// For a game that is not a [Commuter], t is always 0.
//
// Law: Advance equals the Advance of [SlowAdvancer] in result and effect.
type Advancer[M comparable] interface {
	Advance(prev []M, i, t int, dst []M) (next []M, commuting int)
}
