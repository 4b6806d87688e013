// Package havannah is Havannah on hexagonal boards of 2 to 20 cells along an edge.
//
// The sides, white (0) and black (1), take turns in putting a stone on an empty cell. The first side with one of three figures,
// each a chain of neighbouring stones, wins (Freeling 1981):
//
//   - a ring around at least one cell, empty or not;
//   - a bridge, which connects two of the six corners;
//   - a fork, which connects three of the six edges, which do not include the corners.
//
// A full board without a figure is a draw.
//
// The name of a cell is a letter and a number: a1 is in a corner, and letters and numbers grow along the two edges that meet
// there. A step to a neighbour changes the letter by one, the number by one, or both by one in the same direction.
// [Game.String] draws the board.
package havannah
