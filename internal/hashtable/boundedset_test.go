package hashtable

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

func TestBoundedSetKeepsTheNewest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.IntRange(1, 9).Draw(t, "entries")
		set, err := NewBoundedSet(entries)
		if err != nil {
			t.Fatal(err)
		}
		places := uint64(set.Stats().Entries)
		if places < uint64(entries) || places >= 2*uint64(entries) || places&(places-1) != 0 {
			t.Fatalf("%d places for %d entries", places, entries)
		}
		newest := map[uint64]uint64{} // by place
		var hits, misses uint64
		t.Repeat(map[string]func(*rapid.T){
			"visit": func(t *rapid.T) {
				key := rapid.Uint64Range(0, 20).Draw(t, "key") * 0x100000001 // differs high up too
				old, occupied := newest[key%places]
				want := occupied && old == key
				if got := set.Visit(key); got != want {
					t.Fatalf("Visit(%x) = %v", key, got)
				}
				newest[key%places] = key
				if want {
					hits++
				} else {
					misses++
				}
			},
			"prefetch": func(t *rapid.T) { set.Prefetch(rapid.Uint64().Draw(t, "key")) },
			"prefetch all": func(t *rapid.T) {
				set.PrefetchAll(rapid.SliceOf(rapid.Uint64()).Draw(t, "keys"), rapid.Uint64().Draw(t, "with"))
			},
			"reset": func(*rapid.T) {
				set.Reset()
				clear(newest)
				hits, misses = 0, 0
			},
			"": func(t *rapid.T) {
				s := set.Stats()
				if s.Used != len(newest) || s.Hits != hits || s.Misses != misses || set.Hits() != hits ||
					s.Replacements != misses-uint64(len(newest)) || s.Collisions != s.Replacements || s.Bytes != 8*int(places) {
					t.Fatalf("%+v, want %d used, %d hits, %d misses", s, len(newest), hits, misses)
				}
			},
		})
	})
}

func TestBoundedSetTellsAllKeysApart(t *testing.T) {
	set, err := NewBoundedSet(1 << 16)
	if err != nil {
		t.Fatal(err)
	}
	for low := range uint64(1 << 16) {
		if set.Visit(0xabcdef<<40 | low) {
			t.Fatalf("key %x taken for another", 0xabcdef<<40|low)
		}
	}
	for bit := range 64 {
		flip := uint64(1) << bit &^ 0xffff
		if set.Visit(0xabcdef<<40^flip) == (flip != 0) {
			t.Fatalf("bit %d of the key does not matter", bit)
		}
		set.Visit(0xabcdef << 40)
	}
}

func TestBoundedSetForgetsOnEveryReset(t *testing.T) {
	set, err := NewBoundedSet(4)
	if err != nil {
		t.Fatal(err)
	}
	if uintptr(unsafe.Pointer(&set.slots[0]))%cacheLine != 0 {
		t.Error("not on a cache line")
	}
	for i := range 1<<17 + 10 { // past two rounds of the generation
		if set.Visit(5) || !set.Visit(5) {
			t.Fatalf("after %d resets", i)
		}
		set.Reset()
	}
	for _, entries := range []int{0, -1, math.MinInt, math.MaxInt} {
		if _, err := NewBoundedSet(entries); err == nil {
			t.Errorf("a set of %d entries", entries)
		}
	}
}

func BenchmarkBoundedSetVisit(b *testing.B) {
	set, err := NewBoundedSet(4 << 20)
	if err != nil {
		b.Fatal(err)
	}
	random := rand.NewPCG(1, 2)
	b.ReportAllocs()
	for b.Loop() {
		set.Visit(random.Uint64())
	}
}
