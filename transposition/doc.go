// Package transposition provides hash functions for positions, and tables and sets that store positions.
//
// # Keys
//
// A position is identified by a 64-bit key, which the game returns as its hash ([ply.Hasher]):
//
//   - [Zobrist] makes keys of positions that consist of cells with values. Each move can update such a key.
//   - [Mix] makes the key of a position that fits into 64 bits, such as a bitboard.
//   - [Hash] makes the key of any other position from its bytes.
//
// # Tables and sets
//
//   - [Table] is the memory of searches. It has a size in bytes, is given to a search, and is kept for the next one.
//   - [HashSet] is a set of keys that grows and forgets nothing.
//   - [Set] and [Map] grow as well, and store whole keys of any length, such as identities of positions, never
//     confused.
//
// To count or skip repeated positions, use a set:
//
//	var seen transposition.HashSet
//	if !seen.Visit(g.Hash()) {
//		// a new position
//	}
//
// All are for one goroutine at a time, but a search with several may use one Table.
//
// # Collisions
//
// All but Set and Map confuse different positions with the same 64-bit key. Among n positions, the probability of any
// such collision is about n²/2⁶⁵: one in four million for three million positions.
package transposition
