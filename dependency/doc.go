// Package dependency makes games of moves that are stated as preconditions and modifications over
// cells, and reasons about which moves depend on which (Helmstetter 2007, section 2.1).
//
// A game is written by listing its moves, with [List], or by generating candidates, with [Rules] of
// its own. [New] then makes it a [ply.Game] with everything that follows from there: legality, Play
// and Undo, an incremental Zobrist hash, the identity of a position, and which moves commute. Any
// search of package search takes it; a game that is worth the work can be written again by hand,
// faster, with this one as its test.
package dependency
