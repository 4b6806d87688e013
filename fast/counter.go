package fast

// A SuccessorCounter counts the moves of the positions after all moves without listing them. Perft and related counts
// of package search use it for the last two moves of a line, which take most of the time.
//
// CountSuccessors returns the number of legal moves, the total number of legal moves after each of them, and how many
// of them lead to positions without moves. For a finished position all are 0.
//
// Law: CountSuccessors returns the same as playing the moves, and changes nothing.
type SuccessorCounter interface {
	CountSuccessors() (moves, replies, ended int)
}
