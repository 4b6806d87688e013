package fast

// A SuccessorEvaluator evaluates the positions after all moves in one call. A search of two sides spends most of its
// time one move before the end of its depth, where it asks this: so moves need not be listed and played one by one,
// and the common part of the positions can be computed once.
//
// BestSuccessor evaluates the positions after the legal moves, in the order of Moves up to the first that is worth
// enough or more. It returns the best of these moves, the first if there are several, its value, and how many
// positions it evaluated: 0 in a finished position, where the others mean nothing. The values are for the side to
// move in the present position.
//
// Law: BestSuccessor returns what Moves and, for each move, Play, Evaluate, its sign changed where the other side is
// then to move, and Undo say; and it changes nothing. So a game that embeds another and has its own Evaluate needs
// its own BestSuccessor, too.
type SuccessorEvaluator[M comparable] interface {
	BestSuccessor(enough int) (best M, value, evaluated int)
}
