package ply

// A Notation formats the moves of a game as text, and parses them.
//
// Laws, in every position:
//   - ParseMove, given the text of a legal move, returns that move.
//   - The texts of different legal moves are different. They are not empty and contain no white space.
//   - ParseMove returns an error for any text that is not the text of a legal move. It may also accept other spellings
//     of legal moves.
//   - Neither method changes the position.
type Notation[M any] interface {
	// AppendMove appends the text of m, a legal move of the present position, to dst and returns the extended slice.
	AppendMove(dst []byte, m M) []byte

	// ParseMove returns the legal move of the present position with this text.
	ParseMove(text string) (M, error)
}
