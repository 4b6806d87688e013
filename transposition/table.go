package transposition

import (
	"io"

	"github.com/ply-search/ply/internal/hashtable"
)

// A Table stores the results of searches under the keys of positions. Its size is fixed: when it is full, new entries
// replace old entries as its Scheme decides. Use one table for all searches of a game: a search uses the entries of the
// searches before it. A search begins with an empty table if the previous search was of another kind, such as a search
// of another package. The same is true if the previous search used another Scheme, or if only one of the two searches
// has several workers.
//
// The entries do not tell to which game they belong. Call Reset before a search of another game, or of the same game
// with another evaluation.
//
// An entry takes 8 to 40 bytes, as documented by each search. Two positions are confused if all 64 bits of their keys
// are equal. In a small table (fewer than 65,536 places of one or two entries), positions with different keys can also
// be confused, because an entry stores only 48 bits of the key.
//
// A Table is used by one search at a time. A second search returns an error. The zero value is a table of 64 MiB,
// allocated when the first search begins. A Table must not be copied.
type Table struct {
	// Scheme decides which of two positions remains in the table. The zero Scheme is the default scheme of the search
	// that uses the table. If Scheme is changed, the next search begins with an empty table.
	Scheme Scheme

	store hashtable.Store
}

// NewTable returns a table with a size in bytes, which is rounded to whole entries. The memory is allocated by the
// first search. That search returns an error if the size is negative or too great. The greatest size is 1 TiB (2 GiB on
// 32-bit machines), or the memory limit of the program if this is less ([runtime/debug.SetMemoryLimit], GOMEMLIMIT).
//
// If the size is 0, searches that otherwise make a table themselves, such as alphabeta.Search, use no table, and all
// other searches return an error.
func NewTable(bytes int64) *Table {
	return &Table{store: hashtable.Store{Bytes: bytes, None: bytes == 0}}
}

func init() {
	hashtable.Of = func(table any) (*hashtable.Store, hashtable.Scheme) {
		t := table.(*Table)
		return &t.store, hashtable.Scheme(t.Scheme)
	}
}

// Reset removes all entries and sets the counts of Stats to 0. It takes constant time, except that at most one in 255
// calls clears the memory of the table. If a search is using the table, Reset returns an error.
func (t *Table) Reset() error { return t.store.Reset() }

// Stats returns the size of the table, and counts of its use since it was made or since the last Reset. If a search is
// using the table, Stats returns an error.
func (t *Table) Stats() (Stats, error) {
	s, err := t.store.Stats()
	return Stats(s), err
}

// Save writes the contents of the table to w, in the form that Load reads. The number of bytes is about the size of the
// table; a gigabyte takes about a second. fingerprint identifies the game and its evaluator: see
// [checkpoint.Fingerprint]. Save returns an error if a search is using the table, if no search has used it yet, or if
// its entries contain pointers. Entries of package threat contain a move, whose type can contain pointers.
//
// [checkpoint.Fingerprint]: https://pkg.go.dev/github.com/ply-search/ply/checkpoint#Fingerprint
func (t *Table) Save(w io.Writer, fingerprint uint64) error { return t.store.Save(w, fingerprint) }

// Load replaces the contents and the size of the table by contents that Save has written. The next search uses the
// loaded entries only if a search of the same kind, in the same version of this library, stored them. Otherwise the
// search begins with an empty table. If the data are damaged, or were written with another fingerprint, Load returns an
// error and does not change the table.
func (t *Table) Load(r io.Reader, fingerprint uint64) error { return t.store.Load(r, fingerprint) }
