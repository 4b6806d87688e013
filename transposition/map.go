package transposition

import (
	"bytes"
	"iter"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// A Map stores values of type V under keys of any length, such as the identities of positions. It never confuses
// different keys, and grows as needed. An entry takes 20 to 34 bytes plus its key and value; in addition, the map
// reserves up to a megabyte. A Map has at most 2⁴⁰ entries. The zero value is an empty map. A Map is used by one
// goroutine at a time.
//
// Compared with a Go map whose keys are strings, a Map allocates rarely, gives the garbage collector nothing to scan if
// V contains no pointers, and keeps its entries in the order in which they were added.
type Map[V any] struct {
	slots  []slot // open addressing, linear probing
	keys   arena
	places []place // of the key of each entry, in keys
	values []V
	stats  Stats
}

// A slot is an entry's number plus one, with high bits of its key's hash, to reject most other keys. 0 is empty.
type slot uint64

const (
	tagBits = 24
	tagMask = 1<<tagBits - 1
)

// Add returns a pointer to the value of key, valid until the next call of Add, and reports whether it has added key. If
// key was not in the map, Add adds a copy of key with the zero value.
func (m *Map[V]) Add(key []byte) (value *V, added bool) {
	if 4*len(m.values) >= 3*len(m.slots) {
		m.grow()
	}
	i, found := m.find(key)
	if found {
		m.stats.Hits++
		return &m.values[m.slots[i].entry()], false
	}
	m.stats.Misses++
	m.slots[i] = makeSlot(len(m.values), xxhash.Sum64(key))
	m.places = append(m.places, m.keys.add(key))
	m.values = append(m.values, *new(V))
	return &m.values[len(m.values)-1], true
}

// Get returns the value of key, and reports whether key is in the map.
func (m *Map[V]) Get(key []byte) (value V, ok bool) {
	if len(m.slots) > 0 {
		if i, found := m.find(key); found {
			m.stats.Hits++
			return m.values[m.slots[i].entry()], true
		}
	}
	m.stats.Misses++
	return value, false
}

// All yields the keys and pointers to their values, in the order in which the keys were added. The loop may change the
// values. It must not add entries or modify keys.
func (m *Map[V]) All() iter.Seq2[[]byte, *V] {
	return func(yield func([]byte, *V) bool) {
		for i, p := range m.places {
			if !yield(m.keys.at(p), &m.values[i]) {
				return
			}
		}
	}
}

// Len returns the number of entries.
func (m *Map[V]) Len() int { return len(m.values) }

// Reset removes all entries and sets the counts of Stats to 0. It keeps part of the memory for further use.
func (m *Map[V]) Reset() {
	clear(m.slots)
	clear(m.values)
	m.keys.reset()
	m.places, m.values = m.places[:0], m.values[:0]
	m.stats = Stats{}
}

// Stats returns the size of the map, and counts of its use since it was made or since the last Reset. The field
// Replacements is 0. The field Collisions counts how often a key was compared with a different key. Keys are compared
// if 24 bits of their hashes are equal.
func (m *Map[V]) Stats() Stats {
	stats := m.stats
	stats.Used, stats.Entries = len(m.values), len(m.slots)
	stats.Bytes = m.keys.bytes() + len(m.slots)*int(unsafe.Sizeof(slot(0))) +
		cap(m.places)*int(unsafe.Sizeof(place(0))) + cap(m.values)*int(unsafe.Sizeof(*new(V)))
	return stats
}

func (m *Map[V]) find(key []byte) (i int, found bool) {
	hash := xxhash.Sum64(key)
	for i = m.home(hash); m.slots[i] != 0; i = (i + 1) & (len(m.slots) - 1) {
		if m.slots[i].tag() != tagOf(hash) {
			continue
		}
		if bytes.Equal(m.keys.at(m.places[m.slots[i].entry()]), key) {
			return i, true
		}
		m.stats.Collisions++
	}
	return i, false
}

func (m *Map[V]) home(hash uint64) int { return int(hash) & (len(m.slots) - 1) }

func (m *Map[V]) grow() {
	m.slots = make([]slot, max(16, 2*len(m.slots)))
	for entry, p := range m.places {
		hash := xxhash.Sum64(m.keys.at(p))
		i := m.home(hash)
		for m.slots[i] != 0 {
			i = (i + 1) & (len(m.slots) - 1)
		}
		m.slots[i] = makeSlot(entry, hash)
	}
}

func makeSlot(entry int, hash uint64) slot {
	return slot(uint64(entry+1)<<tagBits | tagOf(hash))
}

func tagOf(hash uint64) uint64 { return hash >> (64 - tagBits) }

func (s slot) entry() int  { return int(s>>tagBits) - 1 }
func (s slot) tag() uint64 { return uint64(s & tagMask) }
