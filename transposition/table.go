package transposition

import (
	"io"

	"github.com/ply-search/ply/internal/hashtable"
)

// A Table is the memory of searches: their results for positions, by the keys of the positions. Its size is fixed; when
// it is full, new entries replace others by its Scheme. A search finds the entries of the previous search of the same
// kind: give one table to the searches for all moves of a game. A search of another package, with several goroutines
// instead of one, or with another Scheme begins with an empty table.
//
// A Table does not record the game of its entries. Reset it before a search of another game or with another evaluation.
//
// A position takes 8 to 40 bytes, as each search documents. An entry stores 48 bits of a 64-bit key, and its place
// implies the others: two positions are confused if all 64 bits of their keys are equal or, in a table with fewer than
// 65,536 places, if 48 bits and the place are. The entries of a place lie in one cache line.
//
// One search at a time uses a Table. A second one returns an error. The zero value is a table of 64 MiB, allocated when
// a search begins. A Table must not be copied.
type Table struct {
	// Scheme decides which of two positions remains. The zero Scheme leaves this to the search. A change takes effect with
	// the next search, which begins with an empty table.
	Scheme Scheme

	store hashtable.Store
}

// NewTable returns a table of a size in bytes, rounded to whole places. The first search allocates the memory, and
// returns an error if the size is negative, or exceeds the memory limit of the program ([runtime/debug.SetMemoryLimit],
// GOMEMLIMIT) or 1 TiB; on 32-bit machines also 2 GiB. Searches that make a default table, such as alphabeta.Search,
// use none if the size is 0; others return an error.
func NewTable(bytes int64) *Table {
	return &Table{store: hashtable.Store{Bytes: bytes, None: bytes == 0}}
}

func init() {
	hashtable.Of = func(table any) (*hashtable.Store, hashtable.Scheme) {
		t := table.(*Table)
		return &t.store, hashtable.Scheme(t.Scheme)
	}
}

// Reset removes all entries and sets the counts to 0. It takes constant time, except that every 255th call or less
// often it clears the memory. It returns an error if a search uses the table.
func (t *Table) Reset() error { return t.store.Reset() }

// Stats returns the contents and the use of the table since the last Reset, or an error if a search uses it.
func (t *Table) Stats() (Stats, error) {
	s, err := t.store.Stats()
	return Stats(s), err
}

// Save writes the contents of the table for Load, in about as many bytes as the table has; a gigabyte takes about a second.
// fingerprint identifies the game and its evaluation: see [checkpoint.Fingerprint]. Save returns an error if a search uses the
// table, if no search has used it, or if its entries have pointers (package threat stores moves).
//
// [checkpoint.Fingerprint]: https://pkg.go.dev/github.com/ply-search/ply/checkpoint#Fingerprint
func (t *Table) Save(w io.Writer, fingerprint uint64) error { return t.store.Save(w, fingerprint) }

// Load replaces the contents and the size of the table by those that Save has written. The next search uses them if it is a search of
// the same kind, compiled from the same version of the library; otherwise it begins with an empty table. If the data are damaged
// or have another fingerprint, Load returns an error and changes nothing.
func (t *Table) Load(r io.Reader, fingerprint uint64) error { return t.store.Load(r, fingerprint) }
