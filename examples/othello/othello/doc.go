// Package othello is the game Othello, also called Reversi.
//
// On a board of 8 × 8 squares, Black and White in turn put a disc where it encloses discs of the other side, in a
// row with another of their own: these turn over. A side that cannot passes. When neither can, the game is over,
// and who has more discs has won. Values are differences of discs, the empty squares counted for the winner.
package othello
