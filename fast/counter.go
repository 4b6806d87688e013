package fast

// A SuccessorCounter counts the moves of the positions behind the present one without listing them. Perft and its kin in package
// search then count the last two moves of a line by it, which takes most of their time.
//
// CountSuccessors returns the number of legal moves, the total number of legal moves after each of them, and how many of them
// lead to positions without any. For a finished position all are 0.
//
// Law: CountSuccessors returns the same as playing the moves, and changes nothing.
type SuccessorCounter interface {
	CountSuccessors() (moves, replies, ended int)
}
