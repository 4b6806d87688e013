// Package hashtable has the layouts of transposition.Table: entries for one goroutine, words for several, keys only.
package hashtable

import (
	"errors"
	"sync/atomic"
	"unsafe"
)

// A Store is the memory of a transposition table. The search that opens it chooses the type of its entries, for one
// goroutine or several. Entries are kept until a search opens another layout.
type Store struct {
	Bytes int64 // the size of the memory; 0 means defaultBytes
	None  bool  // no memory, which some searches accept as no table

	layout Layout // a *Table[V], a *BoundedSet or a shared[V]; nil before the first search
	loaded *image // from Load, until a search opens the table
	open   atomic.Bool
}

const defaultBytes = 64 << 20

// Of returns the store of a *transposition.Table, and its Scheme, or 0. Package transposition sets it.
var Of func(table any) (*Store, Scheme)

// IsNone reports whether a *transposition.Table has size 0.
func IsNone(table any) bool {
	s, _ := Of(table)
	return s.None
}

var errOpen = errors.New("transposition: the table is in use by another search")

// Open opens a *transposition.Table as a table of V for one goroutine, by default with this scheme, until [Close].
func Open[V any](table any, scheme Scheme) (*Table[V], error) {
	s, wanted := Of(table)
	if wanted != 0 {
		scheme = wanted
	}
	return reopen(s, func(t *Table[V]) bool { return t.scheme == scheme }, func() (*Table[V], error) {
		var e entry[V]
		return NewTable[V](s.entries(unsafe.Sizeof(e), scheme.slots()), scheme)
	})
}

// OpenSet opens a *transposition.Table as a set of keys, which keeps the newer of two keys.
func OpenSet(table any) (*BoundedSet, error) {
	s, _ := Of(table)
	return reopen(s, func(*BoundedSet) bool { return true }, func() (*BoundedSet, error) {
		n := s.entries(unsafe.Sizeof(uint64(0)), 1)
		for n&(n-1) != 0 {
			n &= n - 1
		}
		return NewBoundedSet(n)
	})
}

// A shared is a concurrent table whose words stand for values of type V.
type shared[V any] struct{ *Concurrent }

// OpenShared opens a *transposition.Table as a table for several goroutines, whose words stand for values of type V.
func OpenShared[V any](table any) (*Concurrent, error) {
	s, _ := Of(table)
	opened, err := reopen(s, func(shared[V]) bool { return true }, func() (shared[V], error) {
		c, err := NewConcurrent(s.entries(concurrentSize, concurrentSlots))
		return shared[V]{c}, err
	})
	return opened.Concurrent, err
}

// reopen opens a store with its layout if it fits, or makes a new one.
func reopen[L Layout](s *Store, fits func(L) bool, make func() (L, error)) (layout L, err error) {
	if !s.open.CompareAndSwap(false, true) {
		return layout, errOpen
	}
	if kept, ok := s.layout.(L); ok && fits(kept) {
		return kept, nil
	}
	s.layout = nil // for the collector
	if layout, err = make(); err != nil {
		s.open.Store(false)
		return layout, err
	}
	if s.loaded != nil {
		if name, err := layout.name(); err == nil && name == s.loaded.name {
			layout.adopt(s.loaded)
		}
		s.loaded = nil
	}
	s.layout = layout
	return layout, nil
}

// entries returns the number of entries of a size that fit, in places of slots entries: at least one place.
func (s *Store) entries(size uintptr, slots int) int {
	bytes := s.Bytes
	if bytes == 0 {
		bytes = defaultBytes
	}
	if s.None || bytes < 0 {
		return 0 // an error later
	}
	n := bytes / int64(size)
	if n != int64(int(n)) {
		n = int64(^uint(0) >> 1) // an error later
	}
	return max(int(n)/slots*slots, slots)
}

func Close(table any) {
	s, _ := Of(table)
	s.open.Store(false)
}

func (s *Store) Reset() error {
	if !s.open.CompareAndSwap(false, true) {
		return errOpen
	}
	defer s.open.Store(false)
	s.loaded = nil
	if s.layout != nil {
		s.layout.Reset()
	}
	return nil
}

func (s *Store) Stats() (Stats, error) {
	if !s.open.CompareAndSwap(false, true) {
		return Stats{}, errOpen
	}
	defer s.open.Store(false)
	switch {
	case s.layout != nil:
		return s.layout.Stats(), nil
	case s.loaded != nil:
		return Stats{Bytes: len(s.loaded.data)}, nil
	}
	return Stats{}, nil
}
