// Package teeko plays Teeko, a game that John Scarne invented in 1937 and last revised in 1952.
//
// Two players have four men each on a board of 5 × 5 squares. They place them in turn, and then move them in turn, each
// to an empty square beside it in any of the eight directions. A player wins with all four men in a row, or on the corners
// of a square: of 2 × 2 squares in the standard rules, of any size from 2 × 2 to 5 × 5 in the advanced ones.
//
// Guy Steele solved the game in 1998: with best play nobody wins the standard game, and the first player wins the
// advanced one.
package teeko
