// Package dependency makes games of moves that are stated as preconditions and modifications over
// cells, reasons about which moves depend on which (Helmstetter 2007, section 2.1), and searches games
// by it.
//
// # Games
//
// A game is written by listing its moves, with [List], or by generating candidates, with [Rules] of
// its own. [New] then makes it a [ply.Game] with everything that follows from there: legality, Play
// and Undo, an incremental Zobrist hash, the identity of a position, and which moves commute. Any
// search of package search takes it; a game that is worth the work can be written again by hand,
// faster, with this one as its test.
//
// # Dependencies
//
// Of two moves [Commute] says whether they can be played in either order, and of two sets of moves
// [Independent] says whether all do. [Equivalent] compares lines of play up to the order of moves that
// commute, and [Canonical] picks one of each class. [Game.Parts] divides a game into sub-games that are
// independent, to be searched apart. A [Trace] is what a line or a won game depends on.
//
// # Searches
//
// [Search] is dependency-based search: it goes through the ways in which single moves can become legal
// rather than through positions, and so through the sum of independent parts rather than the product.
// [BlockSearch] goes through blocks of positions instead of single ones, for games whose sub-games are
// sequences.
package dependency
