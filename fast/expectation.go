package fast

// A SuccessorExpectations is an [github.com/ply-search/ply/search/expectimax.Evaluator] that evaluates the positions
// after all moves of a position in one call. The searches of package expectimax call EvaluateSuccessors where they
// choose moves by a Filter. The searches that do not prune also call it in all positions one move before the depth
// limit. Star1 and Star2 call it there only in positions of chance that they cannot prune.
//
// Law: EvaluateSuccessors appends the same numbers as playing each move and calling Expectation would, and changes
// nothing.
type SuccessorExpectations[M comparable] interface {
	Expectation() float64

	// EvaluateSuccessors appends to dst, for each element of moves, the Expectation of the position after that move,
	// for side 0. It returns the extended slice. moves are some of the legal moves, in any order.
	EvaluateSuccessors(moves []M, dst []float64) []float64
}

// A ReplyExpectations evaluates the positions two moves after a position of chance. In one call, it finds for each
// outcome of chance the value of the best reply. All searches of package expectimax call EvaluateReplies in positions
// of chance two moves before the depth limit; Star2 first probes the outcomes. A search does not call EvaluateReplies
// if it has a table in which it looks up the positions after the outcomes.
//
// Law: EvaluateReplies appends nothing, or the same results as playing the outcomes and replies and calling Expectation
// would. It changes nothing.
type ReplyExpectations[M comparable] interface {
	Expectation() float64

	// EvaluateReplies appends to dst, for each element of outcomes, the value of the position after that outcome. It
	// returns the extended slice. outcomes are legal moves of the present position, which is a position of chance.
	// EvaluateReplies may append nothing; the search then plays the outcomes and replies itself. If chance is also to
	// move after one of the outcomes, EvaluateReplies must append nothing.
	EvaluateReplies(outcomes []M, dst []Reply) []Reply
}

// A Reply is the value of the position after an outcome of chance. The value is found by trying all replies: the legal
// moves of that position.
type Reply struct {
	// Value is the Expectation, for side 0, of the position after the best reply. If there are no replies, it is the
	// Expectation of the position itself. The best reply has the greatest Expectation if side 0 is to move, and the
	// least if side 1 is to move.
	Value float64

	// Moves is the number of replies.
	Moves int
}
