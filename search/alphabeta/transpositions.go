package alphabeta

import "github.com/ply-search/ply/transposition"

// A Transpositions is a table in which a search stores what it finds out about positions. It is implemented by
// [transposition.Table] of [transposition.Entry], for which [transposition.TwoDeep] is a good scheme, and by
// [transposition.Entries], which gives access to a table that several searches share. A type of the caller's own
// can wrap one of these, for example to record entries, or to return what it knows itself of the position that the game
// is in.
//
// Lookup and Store are called on the goroutine of the search while the game is in the position in question. They may
// call methods of the game that change nothing, such as ToMove, Moves or AppendBinary, but must not play on it. The
// key is derived from the hash of the position and from the options; it is not the hash itself. A panic in Lookup or
// Store counts as one of the game ([ply.GamePanic]).
//
// If the table also has a method Age(), a search by one goroutine other than [Minimax] calls it once at its beginning
// (see [transposition.Table.Age]).
//
// If the table also has a method Fetch(keys []uint64) and the game is a [fast.SuccessorHasher], a search calls it with
// keys that it is likely to look up soon (see [transposition.Table.Fetch]).
type Transpositions interface {
	// Lookup returns the entry stored under key, and whether there is one. An entry whose Bound is [ply.NoBound] tells
	// nothing but a move.
	Lookup(key uint64) (entry transposition.Entry, ok bool)

	// Store stores an entry under key. It may replace or drop any entry. weight tells what the entry is worth: the
	// remaining depth or, for a [transposition.Table] with a scheme by nodes, the number of nodes searched. If
	// the depth is unlimited, it is the binary logarithm of the number of nodes.
	Store(key uint64, entry transposition.Entry, weight int)
}
