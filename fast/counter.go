package fast

// A SuccessorCounter counts the legal moves of the present position and of the positions one move ahead, without
// listing the moves. Perft of package search calls CountSuccessors for the last two moves of a line, which take most of
// the time.
//
// CountSuccessors returns three numbers: moves is the number of legal moves; replies is the total number of legal moves
// in the positions after these moves; and ended is the number of moves that lead to positions without moves. In a
// finished position all three are 0.
//
// Law: CountSuccessors returns the same numbers as playing the moves would, and changes nothing.
type SuccessorCounter interface {
	CountSuccessors() (moves, replies, ended int)
}
