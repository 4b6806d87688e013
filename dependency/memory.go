package dependency

import (
	"unsafe"

	"github.com/ply-search/ply"
)

// isFull stops the search and returns true if its memory exceeds the limit.
func (s *searcher[M]) isFull() bool {
	if int64(s.memory) >= s.opt.Memory && !s.stopped {
		s.stop(ply.OutOfMemory)
	}
	return s.stopped
}

// push appends an element, and counts the memory by which the list grows.
func push[T any](memory *int, list []T, x T) []T {
	if len(list) < cap(list) {
		return append(list, x)
	}
	before := cap(list)
	list = append(list, x)
	*memory += (cap(list) - before) * int(unsafe.Sizeof(x))
	return list
}

// placeBytes is the size of a map entry. A map is at least half full, and has a byte for each place.
func placeBytes[K, V any]() int {
	type place struct {
		_ K // the key
		_ V // and the value
	}
	return 2 * (int(unsafe.Sizeof(place{})) + 1) * 7 / 8
}
