package fast

// A SuccessorEvaluator evaluates the positions one move ahead in one call. Unlike a search, BestSuccessor need not list
// and play the moves, which takes most of the time of a search of a game of two sides.
//
// BestSuccessor evaluates the positions after the legal moves, in the order of Moves. It stops after the first position
// whose value is at least enough. It returns the best of the moves evaluated, the value of that move, and the number of
// positions evaluated. If several moves are best, it returns the first. Values are for the side to move in the present
// position. In a finished position evaluated is 0, and best and value have no meaning.
//
// Law: BestSuccessor returns the same results as Moves followed, for each move, by Play, Evaluate and Undo, where the
// result of Evaluate is negated if the other side is then to move. It changes nothing. If a type embeds a game and has
// its own Evaluate, it must therefore also have its own BestSuccessor.
type SuccessorEvaluator[M comparable] interface {
	BestSuccessor(enough int) (best M, value, evaluated int)
}
