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
	if w.recorder != nil && w.weights == nil {
		w.recorder.Keep(key)
	}
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

// A weighed part is the part after a position on the line, whose weight the table wants.
type weighedPart struct{ reach, size int } // of the part around it, when this one began

func (w *walker[M]) beginPart(depth int) {
	if depth < len(w.again) {
		return // begun before
	}
	w.parts = append(w.parts[:depth], weighedPart{w.reach, w.size})
	w.reach = depth
	w.size++
}

// endPart stores the position with this key, weighted by the part after it.
func (w *walker[M]) endPart(key uint64, depth int) {
	around := w.parts[depth]
	weight := w.reach - depth
	if w.weights.Scheme().ByNodes() {
		weight = w.size - around.size
	}
	if w.recorder != nil {
		w.recorder.Keep(key)
	}
	w.weights.Store(key, struct{}{}, weight)
	w.reach = max(w.reach, around.reach)
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
