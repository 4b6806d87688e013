package ply

// A Game is a position of a game. Moves are played and taken back in place.
//
// A game may also implement optional interfaces, its capabilities. Package gametest checks the laws of Game and of the
// capabilities.
//
// M is the type of a move. Use a small type, since searches copy millions of moves. Equal moves (==) are the same move
// in all positions. A move need not tell who plays it: both sides of a game may have the same moves, such as the
// columns of Connect Four.
//
// Laws:
//   - The same moves, played from the same position, always lead to the same position.
//   - Undo after Play restores everything that can be observed.
//   - Moves lists every legal move exactly once, and no other.
//   - The order of Moves depends only on the moves played from the start to the present position, and not, for example,
//     on the clock or on moves that were taken back.
//   - A finished position has no moves, whether it is won, lost, drawn or solved.
//
// # Chance
//
// The position after a move must depend only on the position before the move and on the move. Play must therefore not
// roll dice. A game with dice is a [Stochastic] game, in which each outcome of the dice is a move of chance.
//
// # Use during a search
//
// A Game is used by one goroutine at a time. During a search, only the search may play moves on the game. The search
// leaves the game in the position in which the game was given, unless the game or a callback panics.
//
// A search may call code of the caller: callbacks of its options, an evaluator, or a memory or table of the caller's
// own type. If the documentation of such a callback says in which position the game is, the callback may call methods
// of the game that change nothing that can be observed, such as Moves and Hash. The callback must not play moves on the
// game.
type Game[M comparable] interface {
	// Moves appends the legal moves of the present position to dst and returns the extended slice. A position is
	// finished exactly if it has no moves.
	Moves(dst []M) []M

	// Play plays m, a legal move.
	Play(m M)

	// Undo takes back m, the last move that was played and not yet taken back.
	Undo(m M)
}

// A Puzzle is a game for one player that can be solved. Solved reports whether the present position is solved.
//
// Law: a solved position has no moves. Searches call Solved only in positions without moves.
type Puzzle interface {
	Solved() bool
}

// A Scorer is a game for one player that returns the score of the present position, as if the game ended there. Greater
// scores are better. A search that looks for the best line compares the scores of finished positions.
//
// Law: the score is finite, and depends only on the position ([Hasher] defines a position).
type Scorer interface {
	Score() float64
}

// An Estimator returns an admissible estimate of the cost of a solution from the present position: a lower bound on the
// number of moves or, if the game is a [Coster], on the sum of their costs. 0 is always admissible. [math.MaxInt] means
// that the position cannot be solved.
//
// Laws: a solved position has estimate 0; no estimate is negative; no solution costs less than the estimate.
type Estimator interface {
	Estimate() int
}

// A Coster returns the cost of each move. In a game that is no Coster, every move costs 1.
//
// Law: the cost of a move is not negative and is the same in all positions, including those in which the move is not
// legal. (IDA* needs costs of at least 1.)
type Coster[M comparable] interface {
	Cost(m M) int
}

// An Acyclic game reports whether it is acyclic, that is, whether no line of play visits a position twice. Some
// searches might not end on a game with cycles. They return an error if the game has no method Acyclic, or if Acyclic
// returns false.
//
// Law: if Acyclic returns true, no line of play visits a position twice.
type Acyclic interface {
	Acyclic() bool
}

// A Cloner returns copies of itself, so that several goroutines can search from the same position, each on its own
// copy. G is the type of the game itself. A copy must not share anything with the original that Play or Undo changes.
//
// Laws: a clone cannot be distinguished from the original. Moves played on one do not change the other. Moves that were
// played before Clone was called are never taken back on the clone.
type Cloner[G any] interface {
	Clone() G
}
