//go:build !amd64 || purego

package hashtable

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// PrefetchAll is [BoundedSet.Prefetch] of key^with for several keys.
func (s *BoundedSet) PrefetchAll(keys []uint64, with uint64) {
	for _, key := range keys {
		s.Prefetch(key ^ with)
	}
}

// prefetchPlaces reads the places of keys in a table at entries, with places of size bytes.
func prefetchPlaces(entries unsafe.Pointer, places uint64, size uintptr, keys []uint64) {
	read := uint32(0)
	for _, key := range keys {
		// Atomic, since other goroutines may write there.
		read += atomic.LoadUint32((*uint32)(unsafe.Add(entries, uintptr(placeOf(key, places))*size)))
	}
	runtime.KeepAlive(read) // prevents removal of the reads
}
