// Package connectfour is Connect Four as a game for package ply: the smallest game of two sides worth
// playing, and the tutorial of the searches for two sides.
//
// The sides, 0 and 1, take turns in dropping a stone of theirs into one of seven columns, where it
// falls on the stones below it; a column holds six. Who first has four in a line, across, upright or
// aslant, wins. When the board is full, the game is drawn. With best play side 0 wins, by a stone in the
// middle (Allen 1988; Allis 1988).
//
// The quickest win is the best, the slowest loss the least bad: see [Win].
package connectfour
