// Package transposition remembers positions that a search has met.
//
// Keys come from [Zobrist], for positions made of cells that hold values, from [Hash], for positions
// known by their bytes alone, or from [Mix], for those known by 64 bits. What the keys lead to is kept
// in one of:
//
//   - [BoundedSet], a set of keys that takes no more memory than it is given, and forgets;
//   - [Table], bounded too, with values, one of Breuker's replacement schemes and ageing; searches of
//     games of two sides keep an [Entry] in it;
//   - [Concurrent], bounded, for many goroutines at the same time and without locks;
//   - [HashSet], a set of 64-bit keys that grows;
//   - [Set] and [Map], which grow and keep every key whole, for counts that must be certain.
//
// Two positions with the same 64-bit key are taken for one by all but the last. Among n positions
// the chance that this happens anywhere is about n²/2⁶⁵: one in four million for three million
// positions.
package transposition
