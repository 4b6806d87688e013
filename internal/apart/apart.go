// Package apart keeps what goroutines write apart in memory.
package apart

import (
	"unsafe"

	"github.com/ply-search/ply"
)

// line is the size of a cache line in bytes, on nearly all processors that run Go.
const line = 64

// Clone returns a clone of g that shares no cache line with the one made before. Otherwise small games would
// lie side by side in memory, and every move that one goroutine plays would take the line from another.
func Clone[G any](g ply.Cloner[G]) G {
	for range line/8 - 1 { // no game takes less than 8 bytes
		g.Clone()
	}
	return g.Clone()
}

// Slice returns a slice that shares no cache line with anything else. What a goroutine changes again and again would
// else take the line from others, whose things lie beside it.
func Slice[T any](length int) []T {
	margin := int(line/unsafe.Sizeof(*new(T))) + 1
	return make([]T, margin+length+margin)[margin:][:length:length]
}
