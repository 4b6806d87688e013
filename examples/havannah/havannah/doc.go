// Package havannah is Havannah as a game for package ply, on hexagonal boards of 2 to 20 cells along an edge.
//
// The sides, white (0) and black (1), take turns in putting a stone of theirs on an empty cell. Who first has
// one of three figures, a chain of neighbouring stones each, wins (Freeling 1981):
//
//   - a ring around at least one cell, whatever is on the cells in it;
//   - a bridge, which connects two of the six corners;
//   - a fork, which connects three of the six edges, of which the corners are no part.
//
// If the board is full, the game is drawn.
//
// Cells have names of a letter and a number: a1 is in a corner, letters and numbers grow along the two edges
// that meet there, and the steps from a cell to its neighbours are one letter, one number, or both up or
// both down. [Game.String] draws the board.
package havannah
