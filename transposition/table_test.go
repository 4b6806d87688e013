package transposition_test

import (
	"testing"

	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/transposition"
)

// TestSchemes: the schemes agree with package hashtable.
func TestSchemes(t *testing.T) {
	for scheme, want := range map[transposition.Scheme]string{
		0: "default", transposition.ReplaceAlways: "New", transposition.ReplaceNever: "Old", transposition.KeepDeeper: "Deep",
		transposition.KeepBigger: "Big1", transposition.KeepBiggerAll: "BigAll", transposition.TwoDeep: "TwoDeep",
		transposition.TwoBig: "TwoBig1", 99: "Scheme(99)",
	} {
		if scheme.String() != want {
			t.Errorf("%d is %v, want %s", scheme, scheme, want)
		}
	}
}

// TestTableInUse: while a search uses a table, another one cannot, nor can its user.
func TestTableInUse(t *testing.T) {
	table := new(transposition.Table)
	entries, err := hashtable.Open[int](table, hashtable.TwoBig)
	if err != nil {
		t.Fatal(err)
	}
	entries.Store(1, 2, 3)
	if _, err := hashtable.Open[int](table, hashtable.TwoBig); err == nil {
		t.Error("opened twice")
	}
	if _, err := table.Stats(); err == nil {
		t.Error("statistics while in use")
	}
	if table.Reset() == nil {
		t.Error("reset while in use")
	}
	hashtable.Close(table)
	if s, err := table.Stats(); err != nil || s.Used != 1 || s.Bytes > 64<<20 || s.Bytes < 64<<20-64 {
		t.Errorf("%+v, %v; want one entry in 64 MiB", s, err)
	}
	if err := table.Reset(); err != nil {
		t.Error(err)
	}
	if s, _ := table.Stats(); s.Used != 0 {
		t.Errorf("%d entries after Reset", s.Used)
	}
	for _, bytes := range []int64{0, -1, 1 << 60} {
		if _, err := hashtable.OpenSet(transposition.NewTable(bytes)); err == nil {
			t.Errorf("a table of %d bytes", bytes)
		}
	}
}
