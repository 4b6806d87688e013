// Package retrograde finds the value of every position of a game of two sides whose positions can recur, by going
// backwards from the ends of the game (retrograde analysis).
//
// [Solve] returns a [Solution], which is a [Table] of the values: the outcome of each position if both sides play
// perfectly, and the plies to the end. [Moves] and [Line] read best play from a table, and [Verify] checks each of its
// positions against its successors. [Probe] makes a table known to other searches. Module
// github.com/ply-search/ply/tablebase writes tables to files.
//
// Beside [ply.AdversarialGame], a game states its capabilities:
//
//	Indexer                              a bit for each index, two bytes for each position, no keys
//	Backward                             nothing but that is stored; fast
//	Forward                              all successors in one call; fast
//	Classed                              classes of positions that are solved one after the other
//	Ruled                                files of other games of the same type are always told apart
//	encoding.BinaryAppender, ply.Hasher  for games without an Indexer: positions are kept with their keys and moves
//	ply.Cloner                           several workers
package retrograde
