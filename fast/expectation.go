package fast

// A SuccessorExpectations is an [github.com/ply-search/ply/search/expectimax.Evaluator] that evaluates the positions
// after all moves of a position in one call. The search of package expectimax without pruning calls it one move before
// the end of the depth. Star1 and Star2, which may leave out moves, do not.
//
// Law: EvaluateSuccessors appends the same as playing each move and calling Expectation, and changes nothing.
type SuccessorExpectations[M comparable] interface {
	Expectation() float64

	// EvaluateSuccessors appends to dst, for each of moves, the Expectation of the position after it, for side 0, and
	// returns the extended slice. The moves are some of the legal moves, in any order.
	EvaluateSuccessors(moves []M, dst []float64) []float64
}

// A ReplyExpectations looks one move further than a [SuccessorExpectations]: in a position of chance, it finds the
// value of each outcome by the best reply, in one call. The search without pruning calls it two moves before the end of
// the depth, unless it has a table for the positions in between.
//
// Law: EvaluateReplies appends the results of playing outcomes and replies and calling Expectation, or nothing; it
// changes nothing.
type ReplyExpectations[M comparable] interface {
	Expectation() float64

	// EvaluateReplies appends to dst, for each of outcomes, the value of the position after it, and returns the extended
	// slice. outcomes are legal in the present position of chance. It may append nothing, for a position that it leaves to
	// the search; it must if chance is also to move after one of the outcomes.
	EvaluateReplies(outcomes []M, dst []Reply) []Reply
}

// A Reply is the value of a position by its best move.
type Reply struct {
	// Value is the Expectation, for side 0, after the best move of the side to move or, without moves, of the position
	// itself.
	Value float64

	// Moves is the number of moves.
	Moves int
}
