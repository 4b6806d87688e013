package transposition

import (
	"fmt"
	"math/bits"
	"unsafe"
)

// A Table is a bounded transposition table: it remembers values of type V by 64-bit keys and, when
// two keys fall on the same place, forgets one by its [Scheme]. struct{} makes it a set.
//
// An entry takes 8 bytes beside its value: 48 bits of the key, 8 of the weight that the scheme
// compares, 8 that tell entries since the last Reset from older ones. The place in the table stands
// for the bits left out, so from 65 536 places on a key is only taken for another that is equal in
// all 64 bits; in a smaller table two keys fall together that are equal in 48 bits and in place.
// Entries begin on a cache line, and if their size divides 64 none lies across two, nor do the two
// of a place; a V with pointers goes without that.
//
// A Table is used by one goroutine at a time; for many there is [Concurrent].
type Table[V any] struct {
	entries    []entry[V]
	places     uint64
	scheme     Scheme
	generation uint8 // of the live entries; 0 is never live

	hits                          uint64
	stats                         Stats // but for Hits, and for what Visit counts: one thing a call, since it is called most
	visitReplacements, visitFills uint64
}

type entry[V any] struct {
	value V      // first, since Go pads a struct that ends in nothing
	tag   uint64 // low 48 bits of the key, weight, generation
}

const (
	generationBits = 0xff
	weightShift    = 8
	keyShift       = 16
)

// NewTable makes a table with room for so many entries, rounded up to the next even number for the
// schemes with two entries in a place. It fails on a number that is not positive, or whose memory
// [CheckMemory] refuses.
func NewTable[V any](entries int, scheme Scheme) (*Table[V], error) {
	if scheme >= schemes {
		return nil, fmt.Errorf("transposition: unknown replacement scheme %v", scheme)
	}
	slots := scheme.slots()
	if entries > 0 {
		entries += entries % slots
	}
	size := int(unsafe.Sizeof(entry[V]{}))
	if err := CheckMemory(entries, size); err != nil {
		return nil, err
	}
	t := &Table[V]{
		entries:    alignedSlice[entry[V]](entries),
		places:     uint64(entries / slots),
		scheme:     scheme,
		generation: 1,
	}
	t.stats.Entries, t.stats.Bytes = entries, entries*size
	return t, nil
}

// Scheme returns the replacement scheme of the table.
func (t *Table[V]) Scheme() Scheme { return t.scheme }

// Visit reports whether key is in the table, and stores it with the zero value and weight 0 if not.
// It is what an exhaustive search asks at every move, as fast as the memory.
func (t *Table[V]) Visit(key uint64) bool {
	if t.scheme != ReplaceAlways {
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
	if t.find(key) != nil {
		return true
	}
	var zero V
	t.Store(key, zero, 0)
	return false
}

// Lookup returns the value stored with key, and whether there is one.
func (t *Table[V]) Lookup(key uint64) (value V, ok bool) {
	if e := t.find(key); e != nil {
		return e.value, true
	}
	return value, false
}

// Weight returns the weight stored with key, rounded down as far as the eight bits of an entry
// require: not at all up to 7, by less than a quarter above. It is 0 for a key that is not there.
func (t *Table[V]) Weight(key uint64) int {
	if e := t.at(key); e != nil {
		return t.scheme.expand(uint8(e.tag >> weightShift))
	}
	return 0
}

// Store stores value with key, in place of what was stored with key before. If all entries of the
// place hold other keys, the scheme decides by weight which one stays.
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
	case t.scheme == ReplaceNever, t.scheme.Weighs() && uint8(e.tag>>weightShift) > w:
		return
	default:
		t.stats.Replacements++
	}
	*e = fresh
}

// storeTwo puts the fresh entry first if it weighs as much as the first, which then moves to the
// second place, and else second.
func (t *Table[V]) storeTwo(place []entry[V], fresh entry[V]) {
	first, second := &place[0], &place[1]
	heavy := func(e *entry[V]) uint8 { return uint8(e.tag >> weightShift) }
	switch {
	case !t.live(first):
		t.stats.Used++
		*first = fresh
		return
	case sameKey(first.tag, fresh.tag):
		*first = fresh
		return
	}
	switch {
	case !t.live(second):
		t.stats.Used++
	case !sameKey(second.tag, fresh.tag):
		t.stats.Replacements++
	}
	if heavy(&fresh) >= heavy(first) {
		*second, *first = *first, fresh
	} else {
		*second = fresh
	}
}

// Reset forgets everything, in constant time: every 255th call clears the memory.
func (t *Table[V]) Reset() {
	t.generation++
	if t.generation == 0 {
		clear(t.entries)
		t.generation = 1
	}
	t.stats = Stats{Entries: t.stats.Entries, Bytes: t.stats.Bytes}
	t.hits, t.visitReplacements, t.visitFills = 0, 0, 0
}

// Stats says what the table holds and how it was used since the last Reset.
func (t *Table[V]) Stats() Stats {
	s := t.stats
	s.Hits = t.hits
	s.Used += int(t.visitFills)
	s.Misses += t.visitFills + t.visitReplacements
	s.Replacements += t.visitReplacements
	s.Collisions += t.visitReplacements
	return s
}

// find is at with a count of what it finds.
func (t *Table[V]) find(key uint64) *entry[V] {
	if e := t.at(key); e != nil {
		t.hits++
		return e
	}
	t.stats.Misses++
	i := placeOf(key, t.places)
	if t.live(&t.entries[i*uint64(t.scheme.slots())]) {
		t.stats.Collisions++
	}
	return nil
}

// at returns the entry of key, or nil.
func (t *Table[V]) at(key uint64) *entry[V] {
	tag := key<<keyShift | uint64(t.generation)
	i := placeOf(key, t.places)
	slots := t.scheme.slots()
	place := t.entries[int(i)*slots:][:slots]
	for j := range place {
		if place[j].tag&^(0xff<<weightShift) == tag {
			return &place[j]
		}
	}
	return nil
}

// placeOf returns the place of key among so many. For keys equal in their low 48 bits it depends on
// each of the other 16, as long as there are that many places. The factor, an odd one, spreads keys
// that differ only in few bits.
func placeOf(key, places uint64) uint64 {
	place, _ := bits.Mul64(key*0x9e3779b97f4a7c15, places)
	return place
}

func (t *Table[V]) live(e *entry[V]) bool { return uint8(e.tag) == t.generation }

// sameKey compares the keys of two live tags.
func sameKey(a, b uint64) bool { return a>>keyShift == b>>keyShift }
