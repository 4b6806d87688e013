package hashtable

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ply-search/ply/internal/memory"
)

// A Concurrent is a transposition table of fixed size that many goroutines can use at the same time without locks, each
// through its own [Handle]. It stores 64 bits of data under 64-bit keys. It must be made by [NewConcurrent].
//
// An entry takes 16 bytes. Four entries make a place, which fills a cache line. When a place is full, a new entry
// replaces the one with the least weight.
//
// The two words of an entry are written separately. To detect torn entries, the tag is stored XORed with a hash of the
// data; a mismatched pair fails the check and counts as a miss (Hyatt and Mann 2002, "lockless hashing").
type Concurrent struct {
	entries     []concurrentEntry
	places      uint64
	generations atomic.Uint32 // a generations

	mu      sync.Mutex
	handles []*Handle // all, in use or not, with the counts of the table
	spare   []*Handle // released ones
}

type concurrentEntry struct {
	tag  atomic.Uint64 // like the tag of a Table entry, mixed with data
	data atomic.Uint64
}

// generations are the generations of the entries of a [Concurrent] table, 1 to 255: the lowest byte is for new entries,
// the next one is the first since the last Reset, and the third the greatest since the memory was cleared. Entries of
// an earlier generation than the first are dead, and all but the newest are old.
type generations uint32

func makeGenerations(newest, first, greatest uint32) generations {
	return generations(newest | first<<8 | greatest<<16)
}

func (g generations) newest() uint8   { return uint8(g) }
func (g generations) first() uint8    { return uint8(g >> 8) }
func (g generations) greatest() uint8 { return uint8(g >> 16) }

// live reports whether an entry was stored since the last Reset. An empty one has generation 0.
func (g generations) live(tag uint64) bool { return uint8(tag) >= g.first() }

// lastFirst is the greatest first generation. Aging alone therefore cycles through at least 128 generations.
const lastFirst = 128

const (
	concurrentSlots = 4
	concurrentSize  = 16
)

// A Handle is the access of one goroutine to a [Concurrent] table. [Concurrent.Stats] adds up the handles' counts.
type Handle struct {
	table    *Concurrent
	stats    Stats
	released bool
	_        [cacheLine]byte // keeps the counts of two goroutines apart
}

// NewConcurrent returns an empty table for this number of entries, rounded up to a multiple of 4, with the errors of
// [NewTable].
func NewConcurrent(entries int) (*Concurrent, error) {
	if err := memory.Check(entries, concurrentSize); err != nil {
		return nil, fmt.Errorf("transposition: %w", err)
	}
	entries = roundUp(entries, concurrentSlots)
	c := &Concurrent{
		entries: alignedSlice[concurrentEntry](entries),
		places:  uint64(entries / concurrentSlots),
	}
	c.generations.Store(uint32(makeGenerations(1, 1, 1)))
	return c, nil
}

// Handle returns a handle of the table for one goroutine. Any goroutine may call it. [Handle.Release] it after use.
func (c *Concurrent) Handle() *Handle {
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := len(c.spare) - 1; last >= 0 {
		h := c.spare[last]
		c.spare, h.released = c.spare[:last], false
		return h
	}
	h := &Handle{table: c}
	c.handles = append(c.handles, h)
	return h
}

// Release returns the handle to the table, which may reuse it. The handle must not be used afterwards. Its counts
// remain in the statistics of the table. A second call has no effect unless the handle was reused.
func (h *Handle) Release() {
	c := h.table
	c.mu.Lock()
	defer c.mu.Unlock()
	if !h.released {
		h.released = true
		c.spare = append(c.spare, h)
	}
}

// Age marks all entries as old. They are still found, but any new entry in the same place replaces them, at any weight.
// It takes constant time, and may be called while handles are in use. After 128 calls entries may count as new again.
func (c *Concurrent) Age() {
	for {
		g := generations(c.generations.Load())
		newest := uint32(g.newest()) + 1
		if newest > generationBits {
			newest = uint32(g.first())
		}
		next := makeGenerations(newest, uint32(g.first()), max(newest, uint32(g.greatest())))
		if c.generations.CompareAndSwap(uint32(g), uint32(next)) {
			return
		}
	}
}

// Reset removes all entries and sets the counts of all handles to 0. It takes constant time, except that it clears the
// memory once in 128 calls of Reset and Age or less often. No handle may be in use at the same time; all remain valid.
func (c *Concurrent) Reset() {
	first := uint32(generations(c.generations.Load()).greatest()) + 1
	if first > lastFirst {
		for i := range c.entries {
			c.entries[i].tag.Store(0)
			c.entries[i].data.Store(0)
		}
		first = 1
	}
	c.generations.Store(uint32(makeGenerations(first, first, first)))
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.handles {
		h.stats = Stats{}
	}
}

// Stats returns the contents of the table, and its use by all handles since the last Reset. No handle may be in use at
// the same time. An entry that two goroutines filled at the same time counts twice in Used.
func (c *Concurrent) Stats() Stats {
	total := c.counts()
	total.Entries, total.Bytes = len(c.entries), len(c.entries)*concurrentSize
	return total
}

// idleCounts is counts, or nothing while handles are in use.
func (c *Concurrent) idleCounts() Stats {
	c.mu.Lock()
	idle := len(c.spare) == len(c.handles)
	c.mu.Unlock()
	if !idle {
		return Stats{}
	}
	return c.counts()
}

// counts adds up what the handles have counted.
func (c *Concurrent) counts() (total Stats) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.handles {
		total.Used += h.stats.Used
		total.Hits += h.stats.Hits
		total.Misses += h.stats.Misses
		total.Replacements += h.stats.Replacements
		total.Collisions += h.stats.Collisions
	}
	return total
}

// Visit reports whether key is in the table, and stores it with data 0 and weight 0 if not. If two goroutines visit a
// key at the same time, Visit may return false to both.
func (h *Handle) Visit(key uint64) bool {
	if _, ok := h.Lookup(key); ok {
		return true
	}
	h.Store(key, 0, 0)
	return false
}

func (h *Handle) Lookup(key uint64) (data uint64, ok bool) {
	generations := generations(h.table.generations.Load())
	occupied := false
	place := h.place(key)
	for i := range place {
		e := &place[i]
		data := e.data.Load()
		tag := e.tag.Load() ^ Mix(data)
		if !generations.live(tag) {
			continue
		}
		if sameKey(tag, key<<keyShift) {
			h.stats.Hits++
			return data, true
		}
		occupied = true
	}
	h.stats.Misses++
	if occupied {
		h.stats.Collisions++
	}
	return 0, false
}

// Fetch prefetches the places of keys for Lookup.
func (h *Handle) Fetch(keys []uint64) {
	entries := h.table.entries
	prefetchPlaces(unsafe.Pointer(unsafe.SliceData(entries)), h.table.places, concurrentSlots*concurrentSize, keys)
}

// Store stores data under key. It replaces the entry of the same key or, if the key is new and the place is full, the
// entry with the least weight. Old entries (see [Concurrent.Age]) are replaced first.
func (h *Handle) Store(key, data uint64, weight uint8) {
	generations := generations(h.table.generations.Load())
	place := h.place(key)
	worst, least := 0, 1<<16
	for j := range place {
		i := (j + int(uint32(key))) & (concurrentSlots - 1) // varies the choice on ties
		tag := place[i].tag.Load() ^ Mix(place[i].data.Load())
		worth := 0 // an empty entry
		switch {
		case !generations.live(tag):
		case sameKey(tag, key<<keyShift):
			worst, least = i, -1
			continue
		default:
			worth = 1 + int(uint8(tag>>weightShift))
			if uint8(tag) == generations.newest() {
				worth += 1 << 8
			}
		}
		if worth < least {
			worst, least = i, worth
		}
	}
	switch {
	case least == 0:
		h.stats.Used++
	case least > 0:
		h.stats.Replacements++
	}
	e := &place[worst]
	e.tag.Store((key<<keyShift | uint64(weight)<<weightShift | uint64(generations.newest())) ^ Mix(data))
	e.data.Store(data)
}

func (h *Handle) place(key uint64) []concurrentEntry {
	i := placeOf(key, h.table.places)
	return h.table.entries[i*concurrentSlots:][:concurrentSlots]
}
