package hashtable

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/ply-search/ply/internal/memory"
)

// A Table is a transposition table of fixed size for one goroutine at a time. It stores values of type V under 64-bit
// keys. When two keys belong in the same place, its [Scheme] decides which of them remains. A Table of struct{} is a
// set. It must be made by [NewTable].
//
// An entry takes 8 bytes in addition to its value: 48 bits of the key, 8 bits of the weight that the scheme compares,
// and 8 bits for its age. The place implies the missing bits of the key: keys are confused only if all 64 bits are
// equal or, in a table with fewer than 65,536 places, if 48 bits and the place are. The table begins on a cache line.
// If the size of an entry divides 64, no entry crosses cache lines, nor do the two entries of a place.
type Table[V any] struct {
	entries    []entry[V]
	places     uint64
	scheme     Scheme
	generation uint8 // of the entries that are not old; 0 is never live
	oldest     uint8 // generation of the oldest live entries
	direct     bool  // Visit may use its fast path: ReplaceAlways, and no live entry is old

	hits                          uint64
	stats                         Stats // without Hits and the counts of Visit, which take one increment a call
	visitReplacements, visitFills uint64
}

type entry[V any] struct {
	value V      // first, since Go pads a struct that ends with a zero-size field
	tag   uint64 // low 48 bits of the key, weight, generation
}

const (
	generationBits = 0xff
	weightShift    = 8
	keyShift       = 16
)

// NewTable returns an empty table for the given number of entries, rounded up to an even number for schemes with two
// entries in a place. It allocates all memory at once.
//
// It returns an error if the number is not positive, if the scheme is unknown, or if the memory exceeds the memory
// limit of the program ([runtime/debug.SetMemoryLimit], GOMEMLIMIT) or 1 TiB; on 32-bit machines also 2 GiB.
func NewTable[V any](entries int, scheme Scheme) (*Table[V], error) {
	if scheme == 0 || scheme >= schemes {
		return nil, fmt.Errorf("transposition: unknown replacement scheme %v", scheme)
	}
	size := int(unsafe.Sizeof(entry[V]{}))
	if err := memory.Check(entries, size); err != nil {
		return nil, fmt.Errorf("transposition: %w", err)
	}
	slots := scheme.slots()
	entries = roundUp(entries, slots)
	t := &Table[V]{
		entries:    alignedSlice[entry[V]](entries),
		places:     uint64(entries / slots),
		scheme:     scheme,
		generation: 1,
		oldest:     1,
		direct:     scheme == ReplaceAlways,
	}
	t.stats.Entries, t.stats.Bytes = entries, entries*size
	return t, nil
}

func (t *Table[V]) Scheme() Scheme { return t.scheme }

// Visit reports whether key is in the table, and stores it with the zero value and weight 0 if not. An exhaustive
// search calls it for every move. With the scheme ReplaceAlways it takes little more time than the memory access.
func (t *Table[V]) Visit(key uint64) bool {
	if !t.direct {
		return t.visitByWeight(key)
	}
	e := &t.entries[placeOf(key, t.places)]
	tag := key<<keyShift | uint64(t.generation)
	old := e.tag
	if old&^(0xff<<weightShift) == tag {
		t.hits++
		return true
	}
	if uint8(old) == t.generation {
		t.visitReplacements++
	} else {
		t.visitFills++
	}
	var zero V
	e.value, e.tag = zero, tag
	return false
}

func (t *Table[V]) visitByWeight(key uint64) bool {
	if _, ok := t.Lookup(key); ok {
		return true
	}
	var zero V
	t.Store(key, zero, 0)
	return false
}

func (t *Table[V]) Lookup(key uint64) (value V, ok bool) {
	i := placeOf(key, t.places)
	if t.scheme.slots() == 2 {
		i *= 2
		if second := &t.entries[i+1]; sameKey(second.tag, key<<keyShift) && t.live(second) {
			t.hits++
			return second.value, true
		}
	}
	first := &t.entries[i]
	live := t.live(first)
	if live && sameKey(first.tag, key<<keyShift) {
		t.hits++
		return first.value, true
	}
	t.stats.Misses++
	if live {
		t.stats.Collisions++
	}
	return value, false
}

// Fetch prefetches the places of keys for Lookup, all at the same time.
func (t *Table[V]) Fetch(keys []uint64) {
	size := unsafe.Sizeof(entry[V]{}) * uintptr(t.scheme.slots())
	prefetchPlaces(unsafe.Pointer(unsafe.SliceData(t.entries)), t.places, size, keys)
}

// Weight returns the weight stored with key, or 0 if key is not in the table. An entry has 8 bits for it: a number of
// nodes above 7 is rounded down by less than a quarter, and a depth above 255 is 255.
func (t *Table[V]) Weight(key uint64) int {
	if e := t.at(key); e != nil {
		return t.scheme.expand(uint8(e.tag >> weightShift))
	}
	return 0
}

// Store stores value under key with a weight. It replaces the value stored under key before, if there is one. If the
// place is full of other keys, the scheme decides which entry is dropped, possibly the new one. Old entries (see Age)
// go first.
func (t *Table[V]) Store(key uint64, value V, weight int) {
	w := t.scheme.compress(weight)
	fresh := entry[V]{value, key<<keyShift | uint64(w)<<weightShift | uint64(t.generation)}
	i := placeOf(key, t.places)
	if t.scheme.slots() == 2 {
		t.storeTwo(t.entries[2*i:2*i+2], fresh)
		return
	}
	e := &t.entries[i]
	switch {
	case !t.live(e):
		t.stats.Used++
	case sameKey(e.tag, fresh.tag):
	case t.old(e):
		t.stats.Replacements++
	case t.scheme == ReplaceNever, t.scheme.Weighs() && uint8(e.tag>>weightShift) > w:
		return
	default:
		t.stats.Replacements++
	}
	*e = fresh
}

// storeTwo puts the fresh entry first if the first weighs no more, which then moves to the second place, and otherwise
// second. An old entry weighs nothing, and does not replace a second that is not old. No key is ever in both.
func (t *Table[V]) storeTwo(place []entry[V], fresh entry[V]) {
	first, second := &place[0], &place[1]
	heavy := func(e *entry[V]) uint8 { return uint8(e.tag >> weightShift) }
	again := false
	switch {
	case !t.live(first):
		t.stats.Used++
		*first = fresh
		return
	case sameKey(first.tag, fresh.tag):
		*first = fresh
		return
	case !t.live(second):
		t.stats.Used++
	default:
		if again = sameKey(second.tag, fresh.tag); !again {
			t.stats.Replacements++
		}
	}
	switch {
	case t.old(first) && uint8(second.tag) == t.generation && !again:
		*first = fresh
	case t.old(first) || heavy(&fresh) >= heavy(first):
		*second, *first = *first, fresh
	default:
		*second = fresh
	}
}

// Age marks all entries as old. They are still found, but any new entry in the same place replaces them, at any weight.
// Searches of games of two sides call Age first, to release heavy entries of positions long past. It takes constant
// time, except that every 254th call goes through all entries.
func (t *Table[V]) Age() {
	t.direct = false
	if t.generation < generationBits {
		t.generation++
		return
	}
	for i := range t.entries {
		e := &t.entries[i]
		live := t.live(e)
		e.tag &^= generationBits
		if live {
			e.tag |= 1
		}
	}
	t.oldest, t.generation = 1, 2
}

// Reset removes all entries and sets the counts to 0. It takes constant time, but every 255th call clears the memory.
func (t *Table[V]) Reset() {
	t.generation++
	if t.generation == 0 {
		clear(t.entries)
		t.generation = 1
	}
	t.oldest, t.direct = t.generation, t.scheme == ReplaceAlways
	t.stats = Stats{Entries: t.stats.Entries, Bytes: t.stats.Bytes}
	t.hits, t.visitReplacements, t.visitFills = 0, 0, 0
}

// Stats returns the content and the use of the table since the last Reset. It takes constant time.
func (t *Table[V]) Stats() Stats {
	s := t.stats
	s.Hits = t.hits
	s.Used += int(t.visitFills)
	s.Misses += t.visitFills + t.visitReplacements
	s.Replacements += t.visitReplacements
	s.Collisions += t.visitReplacements
	return s
}

func (t *Table[V]) at(key uint64) *entry[V] {
	i := placeOf(key, t.places)
	slots := t.scheme.slots()
	place := t.entries[int(i)*slots:][:slots]
	for j := range place {
		if sameKey(place[j].tag, key<<keyShift) && t.live(&place[j]) {
			return &place[j]
		}
	}
	return nil
}

// placeOf returns the place of key among places. For keys equal in their low 48 bits it depends on each of the other
// 16, if there are enough places. The odd factor spreads keys that differ only in few bits.
func placeOf(key, places uint64) uint64 {
	place, _ := bits.Mul64(key*0x9e3779b97f4a7c15, places)
	return place
}

// live reports whether an entry was stored since the last Reset.
func (t *Table[V]) live(e *entry[V]) bool { return uint8(e.tag)-t.oldest <= t.generation-t.oldest }

func (t *Table[V]) old(e *entry[V]) bool { return uint8(e.tag) != t.generation }

func sameKey(a, b uint64) bool { return a>>keyShift == b>>keyShift }
