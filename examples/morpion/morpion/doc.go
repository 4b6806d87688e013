// Package morpion is the pencil-and-paper solitaire Morpion, also called Join Five (Helmstetter 2007,
// chapter 5).
//
// It is played on squared paper, which begins with a cross of points. A move adds a point where it
// completes five points in a row, straight or diagonal, and draws the line through the five. Lines in
// the same direction must not overlap. The game is to make as many moves as possible. See [Variant]
// for games with lines of four points and for what overlapping means.
package morpion
