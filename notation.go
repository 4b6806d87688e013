package ply

// A Notation writes the moves of a game as text, and reads them.
//
// Laws, in every position:
//   - ParseMove of the text of a legal move returns that move.
//   - The texts of different legal moves are different. They have no white space and are not empty.
//   - ParseMove returns an error for all other texts, except that a move may have several spellings.
//   - Neither changes the position.
type Notation[M any] interface {
	// AppendMove appends the text of a legal move of the present position to dst.
	AppendMove(dst []byte, m M) []byte

	// ParseMove returns the legal move of the present position that the text stands for.
	ParseMove(text string) (M, error)
}
