package transposition

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/internal/long"
)

func TestHashSetIsASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var set HashSet
		want := map[uint64]bool{}
		key := rapid.Uint64Range(0, 40) // few, so that removal meets long runs
		t.Repeat(map[string]func(*rapid.T){
			"visit": func(t *rapid.T) {
				k := key.Draw(t, "key")
				if got := set.Visit(k); got != want[k] {
					t.Fatalf("Visit(%d) = %v", k, got)
				}
				want[k] = true
			},
			"remove": func(t *rapid.T) {
				k := key.Draw(t, "key")
				set.Remove(k)
				delete(want, k)
			},
			"reset": func(t *rapid.T) {
				if rapid.IntRange(0, 20).Draw(t, "reset") == 0 {
					set.Reset()
					clear(want)
				}
			},
			"": func(t *rapid.T) {
				if set.Len() != len(want) || set.Stats().Used != len(want) {
					t.Fatalf("%d keys, want %d", set.Len(), len(want))
				}
				for k := range uint64(41) {
					if set.Contains(k) != want[k] {
						t.Fatalf("Contains(%d) = %v", k, !want[k])
					}
				}
			},
		})
	})
}

func TestMapIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Map[int]
		want := map[string]int{}
		var order []string
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				key := rapid.SliceOfN(rapid.ByteRange(0, 2), 0, 4).Draw(t, "key")
				value, added := m.Add(key)
				old, there := want[string(key)]
				if added == there || *value != old {
					t.Fatalf("Add(%v) = %d, %v, want %d, %v", key, *value, added, old, !there)
				}
				if added {
					order = append(order, string(key))
				}
				*value = rapid.Int().Draw(t, "value")
				want[string(key)] = *value
			},
			"get": func(t *rapid.T) {
				key := rapid.SliceOfN(rapid.ByteRange(0, 2), 0, 4).Draw(t, "key")
				value, ok := m.Get(key)
				if old, there := want[string(key)]; value != old || ok != there {
					t.Fatalf("Get(%v) = %d, %v, want %d, %v", key, value, ok, old, there)
				}
			},
			"reset": func(t *rapid.T) {
				if rapid.IntRange(0, 20).Draw(t, "reset") == 0 {
					m.Reset()
					clear(want)
					order = nil
				}
			},
			"": func(t *rapid.T) {
				if m.Len() != len(want) || m.Stats().Used != len(want) {
					t.Fatalf("%d entries, want %d", m.Len(), len(want))
				}
				i := 0
				for key, value := range m.All() {
					if string(key) != order[i] || *value != want[order[i]] {
						t.Fatalf("entry %d is %q: %d", i, key, *value)
					}
					i++
				}
			},
		})
	})
}

// A slot gives back the number of its entry, however many entries there are.
func TestMapCountsBeyond32Bits(t *testing.T) {
	for bits := range 40 {
		if bits >= strconv.IntSize-1 {
			break
		}
		for _, entry := range []int{1<<bits - 1, 1 << bits, 1<<bits + 5} {
			for _, hash := range []uint64{0, 1<<63 + 7, math.MaxUint64} {
				s := makeSlot(entry, hash)
				if s == 0 || s.entry() != entry || s.tag() != tagOf(hash) {
					t.Errorf("entry %d of hash %x comes back as %d with tag %x", entry, hash, s.entry(), s.tag())
				}
			}
		}
	}
}

func TestSetHoldsManyKeysOfAllLengths(t *testing.T) {
	n := long.Or(200_000, 40_000)
	var set Set
	key := make([]byte, 0, 300)
	fill := func(i int) []byte {
		key = binary.LittleEndian.AppendUint32(key[:0], uint32(i))
		return append(key, make([]byte, i%290)...)
	}
	for i := range n {
		if set.Visit(fill(i)) {
			t.Fatalf("key %d taken for another", i)
		}
	}
	if set.Visit(make([]byte, 3<<20)); set.Len() != n+1 { // longer than a block
		t.Fatalf("%d keys, want %d", set.Len(), n+1)
	}
	for i := range n {
		if !set.Visit(fill(i)) || !set.Contains(fill(i)) {
			t.Fatalf("key %d lost", i)
		}
	}
	if set.Contains(fill(n)) {
		t.Error("a key is found that was not added")
	}
	i := 0
	for k := range set.All() {
		if i < n && string(k) != string(fill(i)) {
			t.Fatalf("key %d is not in its place", i)
		}
		i++
	}
	s := set.Stats()
	if own := s.Bytes - n*(4+145) - 3<<20; own/n > 34 {
		t.Errorf("%d bytes a key beside the key", own/n)
	}
	set.Reset()
	if set.Len() != 0 || set.Contains(fill(1)) || set.Visit(fill(1)) {
		t.Error("Reset left something")
	}
}

func TestZobristKeysAreReproducible(t *testing.T) {
	// These keys are part of the contract: files written with one release are read with the next.
	golden := []struct {
		seed        uint64
		cell, value int
		want        uint64
	}{
		{0, 0, 0, 0x48218226ff3cd4bf},
		{0, 0, 1, 0x9d04f601b5dc885a},
		{1, 63, 2, 0x542cc6de13a43bd4},
	}
	for _, g := range golden {
		if got := (Zobrist{g.seed}).Key(g.cell, g.value); got != g.want {
			t.Errorf("Zobrist{%d}.Key(%d, %d) = %#x, want %#x", g.seed, g.cell, g.value, got, g.want)
		}
	}
	seen := map[uint64]bool{}
	for seed := range uint64(5) {
		keys := Zobrist{seed}.Keys(100, 7)
		for i, k := range keys {
			if k != (Zobrist{seed}).Key(i/7, i%7) {
				t.Fatalf("Keys[%d] differs from Key", i)
			}
			seen[k] = true
		}
	}
	if len(seen) != 5*100*7 {
		t.Errorf("%d different keys of %d", len(seen), 5*100*7)
	}
	if (Zobrist{}).Keys(0, 5) != nil || (Zobrist{}).Keys(5, -1) != nil {
		t.Error("keys for no cells or values")
	}
}

func BenchmarkHashSetVisit(b *testing.B) {
	var set HashSet
	random := rand.NewPCG(1, 2)
	b.ReportAllocs()
	for b.Loop() {
		set.Visit(random.Uint64() & (1<<22 - 1))
	}
}

func BenchmarkSetAdd(b *testing.B) {
	var set Set
	random := rand.NewPCG(1, 2)
	key := make([]byte, 52)
	b.ReportAllocs()
	for b.Loop() {
		binary.LittleEndian.PutUint64(key, random.Uint64()&(1<<20-1))
		set.Visit(key)
	}
}
