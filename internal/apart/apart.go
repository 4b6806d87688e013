// Package apart keeps what goroutines write apart in memory.
package apart

import "github.com/ply-search/ply"

// Clone returns a clone of g that shares no cache line with the one made before. Otherwise small games would
// lie side by side in memory, and every move that one goroutine plays would take the line from another.
func Clone[G ply.Cloner[G]](g G) G {
	const line = 64
	for range line/8 - 1 { // no game takes less than 8 bytes
		g.Clone()
	}
	return g.Clone()
}
