// Package transposition provides hash functions for positions, and tables and sets that store positions.
//
// # Keys
//
// A position is identified by a 64-bit key, which the game returns as its hash ([ply.Hasher]):
//
//   - [Zobrist] makes keys of positions that consist of cells with values. Such a key can be updated by each move.
//   - [Mix] makes the key of a position that fits into 64 bits, such as a bitboard.
//   - [Hash] makes the key of any other position from its bytes.
//
// # Tables and sets
//
//   - [Table] stores results of searches. Its size in bytes is fixed. It is passed to a search in the options, and can
//     be kept for the next search.
//   - [HashSet] is a set of 64-bit keys that grows as needed and never removes a key by itself.
//   - [Set] and [Map] also grow as needed. Their keys have any length, such as the identities of positions, and are
//     stored completely, so different keys are never confused.
//
// To count or skip repeated positions, use a set:
//
//	var seen transposition.HashSet
//	if !seen.Visit(g.Hash()) {
//		// a new position
//	}
//
// A table, set or map is used by one goroutine at a time, except that the workers of one search can share a Table.
//
// # Collisions
//
// A Table and a HashSet confuse different positions that have the same 64-bit key. Among n positions, the probability
// that any two have the same key is about n²/2⁶⁵: one in four million for three million positions.
package transposition
