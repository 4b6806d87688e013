package fast

// A SuccessorEvaluator evaluates all positions one move ahead in one call. Package alphabeta calls BestSuccessor one
// move before the depth limit, instead of listing, playing and evaluating the moves one by one.
//
// BestSuccessor(enough) evaluates the positions after the legal moves, in the order of Moves. It stops after the first
// position whose value is at least the number enough. It returns three results: the best of the moves evaluated (the
// first of equally good moves), the value of this move, and the number of positions evaluated. All values are for the
// side to move in the present position. In a finished position, the number of positions evaluated is 0, and the other
// two results have no meaning.
//
// Law: BestSuccessor returns the same results as playing each move, calling Evaluate and taking the move back. If the
// other side is to move after the move, the value of the move is the negated result of Evaluate. BestSuccessor changes
// nothing.
//
// A type that embeds a game and has its own Evaluate must also have its own BestSuccessor.
type SuccessorEvaluator[M comparable] interface {
	BestSuccessor(enough int) (best M, value, evaluated int)
}
