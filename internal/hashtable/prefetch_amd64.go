//go:build !purego

package hashtable

import "unsafe"

// PrefetchAll is [BoundedSet.Prefetch] of key^with for several keys. The loads of Prefetch stall once the processor's
// reorder buffer is full; the prefetch instruction, which Go does not offer, does not.
func (s *BoundedSet) PrefetchAll(keys []uint64, with uint64) { prefetch(s.slots, keys, with) }

// prefetch begins to read the places of keys, each exclusive or with. The number of slots is a power of two.
//
//go:noescape
func prefetch(slots, keys []uint64, with uint64)

// prefetchPlaces begins to read the places of keys in a table at entries, with places of size bytes.
//
//go:noescape
func prefetchPlaces(entries unsafe.Pointer, places uint64, size uintptr, keys []uint64)
