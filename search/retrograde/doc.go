// Package retrograde finds the value of every position of a game of two sides, also with cycles (retrograde analysis).
//
// [Solve] returns a [Solution], a [Table] of the values: the outcome of each position under perfect play, and the plies
// to the end. [Moves] and [Line] read best play from a table, and [Verify] checks each of its positions against its
// successors. [Probe] serves other searches. Module github.com/ply-search/ply/tablebase writes files.
//
// In addition to [ply.AdversarialGame], a game may have these capabilities:
//
//	Indexer                              a bit for each index, two bytes for each position, no keys
//	Backward                             no further memory; fast
//	Forward                              all successors in one call; fast
//	Classed                              classes of positions that are solved one after the other
//	Ruled                                files of other games of the same type are always detected
//	encoding.BinaryAppender, ply.Hasher  for games without an Indexer: positions are stored with their keys and moves
//	ply.Cloner                           several workers
package retrograde
