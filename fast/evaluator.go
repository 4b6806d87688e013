package fast

// A SuccessorEvaluator evaluates the positions after all moves in one call, without listing and playing the moves,
// which takes most of the time of a search of two sides.
//
// BestSuccessor evaluates the positions after the legal moves, in the order of Moves up to the first with a value of
// enough or more. It returns the best of these moves, on ties the first, its value, and the number of positions
// evaluated: 0 in a finished position, where the others mean nothing. Values are for the side to move.
//
// Law: BestSuccessor returns the results of Moves and, for each move, Play, Evaluate, negated if the other side is then
// to move, and Undo; and it changes nothing. A game with its own Evaluate therefore needs its own BestSuccessor.
type SuccessorEvaluator[M comparable] interface {
	BestSuccessor(enough int) (best M, value, evaluated int)
}
