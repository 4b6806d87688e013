package hashtable

import "testing"

// table stands for a *transposition.Table.
type table struct {
	store  Store
	scheme Scheme
}

func init() {
	Of = func(t any) (*Store, Scheme) { return &t.(*table).store, t.(*table).scheme }
}

func open[V any](t *testing.T, tab *table) *Table[V] {
	t.Helper()
	entries, err := Open[V](tab, TwoDeep)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// TestKept: a table has its entries again if it is opened in the same way, and none otherwise.
func TestKept(t *testing.T) {
	tab := &table{store: Store{Bytes: 1 << 10}}
	kept := func() bool { // and stores the entry again
		entries := open[uint64](t, tab)
		defer Close(tab)
		_, ok := entries.Lookup(7)
		entries.Store(7, 1, 1)
		return ok
	}
	if kept() || !kept() {
		t.Error("want an empty table, and then an entry")
	}
	if open[int64](t, tab); kept2(tab) {
		t.Error("opened twice")
	}
	Close(tab)
	if kept() {
		t.Error("entries kept after another type")
	}
	for name, other := range map[string]func() error{
		"set":    func() error { _, err := OpenSet(tab); return err },
		"shared": func() error { _, err := OpenShared[uint64](tab); return err },
	} {
		if err := other(); err != nil {
			t.Fatal(err)
		}
		if Close(tab); kept() {
			t.Errorf("entries kept after a %s", name)
		}
	}
	if tab.scheme = KeepDeeper; kept() || !kept() {
		t.Error("want an empty table after another scheme")
	}
	if err := tab.store.Reset(); err != nil || kept() {
		t.Errorf("entries kept after Reset, error %v", err)
	}
}

func kept2(tab *table) bool { _, err := OpenSet(tab); return err == nil }

// TestSharedKinds: the words of a shared table stand for one type.
func TestSharedKinds(t *testing.T) {
	tab := &table{store: Store{Bytes: 1 << 10}}
	look := func(open func(any) (*Concurrent, error)) bool {
		shared, err := open(tab)
		if err != nil {
			t.Fatal(err)
		}
		defer Close(tab)
		h := shared.Handle()
		defer h.Release()
		return h.Visit(5)
	}
	if look(OpenShared[int]) || !look(OpenShared[int]) || look(OpenShared[string]) || look(OpenShared[int]) {
		t.Error("want the word only where it stands for the same")
	}
}

// TestSizes: a store exceeds its memory by at most one place, and refuses invalid sizes.
func TestSizes(t *testing.T) {
	for _, bytes := range []int64{1, 8, 100, 1000, 1 << 20, 3<<20 + 5} {
		for name, open := range map[string]func(any) error{
			"table":  func(t any) error { _, err := Open[uint64](t, TwoBig); return err },
			"set":    func(t any) error { _, err := OpenSet(t); return err },
			"shared": func(t any) error { _, err := OpenShared[int](t); return err },
		} {
			tab := &table{store: Store{Bytes: bytes}}
			if err := open(tab); err != nil {
				t.Errorf("%s of %d bytes: %v", name, bytes, err)
				continue
			}
			if _, err := tab.store.Stats(); err == nil {
				t.Errorf("%s: statistics of an open table", name)
			}
			Close(tab)
			stats, err := tab.store.Stats()
			if err != nil || int64(stats.Bytes) > max(bytes, 64) || 2*int64(stats.Bytes)+64 < bytes {
				t.Errorf("%s of %d bytes has %d, error %v", name, bytes, stats.Bytes, err)
			}
		}
	}
	for _, bytes := range []int64{-1, 1 << 50, 1<<63 - 1} {
		tab := &table{store: Store{Bytes: bytes}}
		if _, err := Open[int](tab, TwoBig); err == nil {
			t.Errorf("a table of %d bytes", bytes)
		}
		tab.store.Bytes = 100 // can be opened: an error leaves it closed
		open[int](t, tab)
	}
}
