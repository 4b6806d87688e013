// Package apart keeps memory that different goroutines write to on different cache lines.
package apart

import "github.com/ply-search/ply"

// Clone returns a clone of g that shares no cache line with the clone returned before. Otherwise, small games would lie
// side by side in memory, and each move played by one goroutine would invalidate the cache line of another.
func Clone[G ply.Cloner[G]](g G) G {
	const line = 64
	for range line/8 - 1 { // no game takes less than 8 bytes
		g.Clone()
	}
	return g.Clone()
}
