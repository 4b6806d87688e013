package hashtable

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/internal/memory"
)

// model is a table by the letter of Breuker's definitions: full keys, whole weights, no bit tricks.
type model struct {
	scheme Scheme
	places [][]modelEntry // first, second; empty ones are absent
}

type modelEntry struct {
	key    uint64
	value  int
	weight int
	old    bool
}

func newModel(entries int, scheme Scheme) *model {
	return &model{scheme, make([][]modelEntry, entries/scheme.slots())}
}

func (m *model) place(key uint64) *[]modelEntry {
	return &m.places[placeOf(key, uint64(len(m.places)))]
}

func (m *model) lookup(key uint64) (modelEntry, bool) {
	for _, e := range *m.place(key) {
		if e.key == key {
			return e, true
		}
	}
	return modelEntry{}, false
}

func (m *model) store(e modelEntry) {
	p := m.place(e.key)
	for len(*p) == 0 || (*p)[0].key == e.key {
		*p = append([]modelEntry{e}, (*p)[min(1, len(*p)):]...)
		return
	}
	first := (*p)[0]
	switch m.scheme {
	case ReplaceNever, KeepDeeper, KeepBigger, KeepBiggerAll:
		if first.old {
			*p = []modelEntry{e}
			return
		}
	case TwoDeep, TwoBig:
		if first.old && len(*p) == 2 && !(*p)[1].old && (*p)[1].key != e.key {
			(*p)[0] = e
			return
		}
		if first.old {
			*p = []modelEntry{e, first}
			return
		}
	}
	switch m.scheme {
	case ReplaceAlways:
		*p = []modelEntry{e}
	case ReplaceNever:
	case KeepDeeper, KeepBigger, KeepBiggerAll:
		if e.weight >= first.weight {
			*p = []modelEntry{e}
		}
	case TwoDeep, TwoBig:
		if e.weight >= first.weight {
			*p = []modelEntry{e, first}
		} else {
			*p = []modelEntry{first, e}
		}
	}
}

func (m *model) age() {
	for _, p := range m.places {
		for i := range p {
			p[i].old = true
		}
	}
}

func (m *model) used() int {
	n := 0
	for _, p := range m.places {
		n += len(p)
	}
	return n
}

func TestTableFollowsItsScheme(t *testing.T) {
	for scheme := range schemes - 1 {
		scheme++
		t.Run(scheme.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				size := 2 * rapid.IntRange(1, 4).Draw(t, "half the entries")
				table, err := NewTable[int](size, scheme)
				if err != nil {
					t.Fatal(err)
				}
				m := newModel(size, scheme)
				key := rapid.Uint64Range(0, 40)
				hits, misses := uint64(0), uint64(0)
				t.Repeat(map[string]func(*rapid.T){
					"store": func(t *rapid.T) {
						// Weights of few significant bits, which an entry keeps whole.
						w := rapid.IntRange(0, 7).Draw(t, "weight")
						if scheme.ByNodes() {
							w <<= rapid.IntRange(0, 20).Draw(t, "shift")
						}
						e := modelEntry{key: key.Draw(t, "key"), value: rapid.Int().Draw(t, "value"), weight: w}
						table.Store(e.key, e.value, e.weight)
						m.store(e)
					},
					"visit": func(t *rapid.T) {
						k := key.Draw(t, "key")
						_, want := m.lookup(k)
						if got := table.Visit(k); got != want {
							t.Fatalf("Visit(%x) = %v, want %v", k, got, want)
						}
						if want {
							hits++
						} else {
							misses++
							m.store(modelEntry{key: k})
						}
					},
					"lookup": func(t *rapid.T) {
						k := key.Draw(t, "key")
						want, found := m.lookup(k)
						value, ok := table.Lookup(k)
						if value != want.value || ok != found {
							t.Fatalf("Lookup(%x) = %d, %v, want %d, %v", k, value, ok, want.value, found)
						}
						if w := table.Weight(k); w != want.weight {
							t.Fatalf("Weight(%x) = %d, want %d", k, w, want.weight)
						}
						if found {
							hits++
						} else {
							misses++
						}
					},
					"age": func(t *rapid.T) {
						for range rapid.SampledFrom([]int{1, 1, 1, 253, 254, 255}).Draw(t, "times") {
							table.Age()
						}
						m.age()
					},
					"reset": func(t *rapid.T) {
						table.Reset()
						m = newModel(size, scheme)
						hits, misses = 0, 0
					},
					"": func(t *rapid.T) {
						s := table.Stats()
						if s.Used != m.used() || s.Entries != size || s.Hits != hits || s.Misses != misses {
							t.Fatalf("%+v, want %d used of %d, %d hits, %d misses", s, m.used(), size, hits, misses)
						}
						if s.Collisions > s.Misses {
							t.Fatalf("%d collisions in %d misses", s.Collisions, s.Misses)
						}
					},
				})
			})
		})
	}
}

func TestTableTellsAllKeysApart(t *testing.T) {
	for _, entries := range []int{1 << 16, 3<<16 + 5} {
		table, err := NewTable[uint64](entries, ReplaceAlways)
		if err != nil {
			t.Fatal(err)
		}
		for high := range uint64(1 << 16) {
			key := high<<48 | 0x123456789abc
			if table.Visit(key) {
				t.Fatalf("%d entries: key %x taken for one stored before", entries, key)
			}
		}
	}
}

func TestTableCountsReplacementsAndCollisions(t *testing.T) {
	table, err := NewTable[struct{}](1, ReplaceAlways)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []uint64{7, 7, 8, 7} {
		table.Visit(key)
	}
	want := Stats{Entries: 1, Used: 1, Bytes: 8, Hits: 1, Misses: 3, Replacements: 2, Collisions: 2}
	if got := table.Stats(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if f := table.Stats().Fill(); f != 1 {
		t.Errorf("fill %v, want 1", f)
	}
}

func TestTableForgetsOnEveryReset(t *testing.T) {
	table, err := NewTable[uint8](64, ReplaceAlways)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 600 { // past two rounds of the generation
		key := uint64(i)
		if table.Visit(key) {
			t.Fatalf("key %x found after reset %d", key, i)
		}
		if !table.Visit(key) {
			t.Fatalf("key %x not found after it was stored, reset %d", key, i)
		}
		table.Reset()
		if s := table.Stats(); s != (Stats{Entries: 64, Bytes: 64 * int(unsafe.Sizeof(entry[uint8]{}))}) {
			t.Fatalf("stats after reset: %+v", s)
		}
	}
}

func TestEntriesAreSmallAndAligned(t *testing.T) {
	check := func(name string, size, want int, first unsafe.Pointer) {
		if size != want {
			t.Errorf("%s: entry of %d bytes, want %d", name, size, want)
		}
		if uintptr(first)%cacheLine != 0 {
			t.Errorf("%s: entries begin at %p, not on a cache line", name, first)
		}
	}
	for _, n := range []int{1, 3, 4, 100, 1000, 12345} {
		set, _ := NewTable[struct{}](n, ReplaceAlways)
		check("struct{}", int(unsafe.Sizeof(set.entries[0])), 8, unsafe.Pointer(&set.entries[0]))
		word, _ := NewTable[uint64](n, TwoBig)
		check("uint64", int(unsafe.Sizeof(word.entries[0])), 16, unsafe.Pointer(&word.entries[0]))
		entry, _ := NewTable[[2]uint32](n, TwoDeep)
		check("two words", int(unsafe.Sizeof(entry.entries[0])), 16, unsafe.Pointer(&entry.entries[0]))
		shared, _ := NewConcurrent(n)
		check("concurrent", int(unsafe.Sizeof(shared.entries[0])), concurrentSize, unsafe.Pointer(&shared.entries[0]))
	}
}

func TestTableRefusesSizes(t *testing.T) {
	tests := []struct {
		entries int
		scheme  Scheme
		want    string
	}{
		{0, ReplaceAlways, "a table of 0 entries: want at least 1"},
		{-5, TwoBig, "a table of -5 entries: want at least 1"},
		{math.MaxInt, ReplaceAlways, "needs " + memory.Format(8*float64(math.MaxInt))},
		{math.MaxInt, TwoBig, "needs " + memory.Format(8*float64(math.MaxInt))},
		{math.MaxInt / 8, TwoDeep, "more than the limit"},
		{10, 99, "unknown replacement scheme Scheme(99)"},
	}
	for _, test := range tests {
		_, err := NewTable[struct{}](test.entries, test.scheme)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("NewTable(%d, %v): error %v, want one with %q", test.entries, test.scheme, err, test.want)
		}
	}
	for _, entries := range []int{math.MinInt, -1, 0, math.MaxInt / 16, math.MaxInt - 1, math.MaxInt} {
		if _, err := NewConcurrent(entries); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("a table of %d entries", entries)) {
			t.Errorf("NewConcurrent(%d): error %v, want one that names the number", entries, err)
		}
	}
}

func TestWeightsKeepTheirOrder(t *testing.T) {
	for scheme := range schemes - 1 {
		scheme++
		rapid.Check(t, func(t *rapid.T) {
			a, b := rapid.IntRange(-1, math.MaxInt).Draw(t, "a"), rapid.IntRange(-1, math.MaxInt).Draw(t, "b")
			if a > b {
				a, b = b, a
			}
			ca, cb := scheme.compress(a), scheme.compress(b)
			if ca > cb {
				t.Fatalf("%v: weight %d becomes %d, but %d becomes %d", scheme, a, ca, b, cb)
			}
			e := scheme.expand(ca)
			if a >= 0 && (e > a || scheme.ByNodes() && e < a/4*3) {
				t.Fatalf("%v: weight %d comes back as %d", scheme, a, e)
			}
			if scheme.compress(e) != ca {
				t.Fatalf("%v: %d comes back as %d, which becomes %d", scheme, ca, e, scheme.compress(e))
			}
		})
	}
}

func BenchmarkTableVisit(b *testing.B) {
	for scheme := range schemes - 1 {
		scheme++
		b.Run(scheme.String(), func(b *testing.B) {
			table, err := NewTable[struct{}](4<<20, scheme)
			if err != nil {
				b.Fatal(err)
			}
			random := rand.NewPCG(1, 2)
			b.ReportAllocs()
			for b.Loop() {
				table.Visit(random.Uint64() & (8<<20 - 1) * 0x9e3779b97f4a7c15)
			}
		})
	}
}

func BenchmarkTableReset(b *testing.B) {
	table, err := NewTable[struct{}](4<<20, ReplaceAlways)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		table.Reset()
	}
}

func TestFetchChangesNothing(t *testing.T) {
	keys := make([]uint64, 100)
	for i := range keys {
		keys[i] = Mix(uint64(i))
	}
	for scheme := range schemes - 1 {
		scheme++
		table, err := NewTable[int](32, scheme)
		if err != nil {
			t.Fatal(err)
		}
		for i, key := range keys {
			table.Store(key, i, i)
		}
		before := table.Stats()
		table.Fetch(keys)
		if after := table.Stats(); after != before {
			t.Errorf("%v: %+v after Fetch, %+v before", scheme, after, before)
		}
	}
	shared, err := NewConcurrent(32)
	if err != nil {
		t.Fatal(err)
	}
	h := shared.Handle()
	h.Fetch(keys)
	if s := shared.Stats(); s != (Stats{Entries: 32, Bytes: s.Bytes}) {
		t.Errorf("%+v after Fetch", s)
	}
}

// Fill returns the fraction of the entries that is in use.
func (s Stats) Fill() float64 { return float64(s.Used) / float64(max(s.Entries, 1)) }
