// Package fiveinarow finds winning threat sequences in five-in-a-row (gomoku) on a board of 15 × 15, by
// threat-space search (Allis, van den Herik and Huntjens 1993; Allis 1994, chapter 5).
//
// X and O put stones on empty squares in turn. Who first has five stones in a row, straight or diagonal,
// wins; more than five win too, unless [Rule] is [Exact].
//
// A threat is a move that the other side must answer. A four threatens to make five and has one answer. A
// three threatens to make a straight four, which could make five on either side; it has two or three
// answers. A chain of threats wins if it ends in five whatever the answers.
package fiveinarow
