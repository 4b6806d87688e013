// Package morpion is the pencil-and-paper solitaire Morpion, also called Join Five (Helmstetter 2007, chapter 5).
//
// It is played on squared paper that begins with a cross of points. A move adds a point that completes five points in a row,
// straight or diagonal, and draws the line through the five. Lines in the same direction must not overlap. The aim is to make
// as many moves as possible. [Variant] has games with lines of four points, and defines overlapping.
package morpion
