// Package apart places memory that different goroutines write on different cache lines.
package apart

import (
	"unsafe"

	"github.com/ply-search/ply"
)

// line is the size of a cache line in bytes, on nearly all processors that run Go.
const line = 64

// Clone returns a clone of g that shares no cache line with the previous clone. Small games side by side in memory
// would invalidate each other's cache lines with each move.
func Clone[G any](g ply.Cloner[G]) G {
	for range line/8 - 1 { // no game takes less than 8 bytes
		g.Clone()
	}
	return g.Clone()
}

// Slice returns a slice that shares no cache line with other memory, which other goroutines may change.
func Slice[T any](length int) []T {
	margin := int(line/unsafe.Sizeof(*new(T))) + 1
	return make([]T, margin+length+margin)[margin:][:length:length]
}
