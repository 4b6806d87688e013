//go:build !purego

package hashtable

import "unsafe"

// PrefetchAll is [BoundedSet.Prefetch] of key^with for several keys.
//
// Prefetch loads, and a processor that waits for a load goes on only as far as it can keep all instructions since then
// in mind, some hundred. So it soon stands still, before it comes to the next loads. The instruction for
// fetching is over at once. Go does not offer it.
func (s *BoundedSet) PrefetchAll(keys []uint64, with uint64) { prefetch(s.slots, keys, with) }

// prefetch begins to read the places of keys, each exclusive or with. The number of slots is a power of two.
//
//go:noescape
func prefetch(slots, keys []uint64, with uint64)

// prefetchPlaces begins to read the places of keys in a table that begins at entries, where a place has size bytes.
//
//go:noescape
func prefetchPlaces(entries unsafe.Pointer, places uint64, size uintptr, keys []uint64)
