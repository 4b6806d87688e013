package search

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
)

// seen reports whether the position with this key is remembered or on the line, and remembers it.
func (w *walker[M]) seen(key uint64) bool {
	if w.remember(key) || w.line != nil && w.line.Visit(key) {
		w.result.MemoryHits++
		return true
	}
	return false
}

func (w *walker[M]) remember(key uint64) bool {
	switch {
	case w.fetched != nil:
		return w.fetched.Visit(key)
	case w.weights == nil:
		return w.memory.Visit(key)
	}
	_, remembered := w.weights.Lookup(key)
	if remembered {
		w.size++
		if w.weights.Scheme() == hashtable.KeepBiggerAll {
			w.size += w.weights.Weight(key) - 1
		}
	}
	return remembered
}

// seenExactly reports whether the present position is remembered and not the start, and remembers it.
func (w *walker[M]) seenExactly(depth int) bool {
	var err error
	if w.scratch, err = w.identity.AppendBinary(w.scratch[:0]); err != nil {
		w.err = fmt.Errorf("search: identity of the position: %w", err)
		w.stop(ply.Failed)
		return true
	}
	if !w.exact.Visit(w.scratch) || depth == 0 {
		return false
	}
	w.result.MemoryHits++
	return true
}
