// Package doubleletter is the double-letter puzzle, with which Allis explains dependency-based search
// (Allis 1994, chapter 3).
//
// A word is given. Two equal letters side by side may be replaced by one letter, the predecessor or the
// successor of theirs in the alphabet, whose first and last letters are neighbours too. The aim is to make
// the word a single letter.
package doubleletter
