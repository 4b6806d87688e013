package fast

// A SuccessorCounter counts the legal moves of the present position and of the positions one move ahead, without
// listing them. Perft of package search uses it for the last two moves of a line, which take most of the time.
//
// CountSuccessors returns the number of legal moves, the sum of the numbers of legal moves after each of them, and the
// number of moves that lead to positions without moves. In a finished position all three are 0.
//
// Law: CountSuccessors returns the same numbers as playing the moves would, and changes nothing.
type SuccessorCounter interface {
	CountSuccessors() (moves, replies, ended int)
}
