package search

import (
	"fmt"

	"github.com/ply-search/ply/internal/guard"
)

// expand plays the moves of a position, which end w.stack[:end], and visits everything after them. key is the
// position's key, if the space has keys. The first known moves, not all, lead to positions already searched.
func (w *walker[M]) expand(key uint64, moves []M, known, end, depth int) {
	if uint(known) >= uint(len(moves)) {
		panic(fmt.Sprintf("Advance counts %d commuting moves of %d", known, len(moves)))
	}
	w.result.IncrementalCuts += known
	var keys []uint64
	if w.hasher != nil {
		keys = w.successorKeys(key, end-len(moves)+known, end)
	}
	w.depth = depth
	for i := known; i < len(moves); i++ {
		m := moves[i]
		w.path[depth] = m
		var key uint64
		if w.hasher != nil {
			key = keys[i-known]
			if w.bounded != nil {
				if w.bounded.Visit(key) {
					continue
				}
			} else if w.seen(key) {
				continue
			}
		}
		if w.nodes >= w.PollAt && w.mustStop(depth) {
			break
		}
		before := w.nodes
		t := 0
		if w.incremental {
			t = i
		}
		next, commuting := w.advancer.Advance(moves, i, t, w.stack[:end])
		if cap(next) != len(w.stack) {
			w.stack = next[:cap(next)]
		}
		switch {
		case depth+1 >= w.rareFrom:
			w.enter(key, end, len(next), commuting, depth+1)
		case len(next)-end > commuting:
			w.nodes++
			w.expand(key, next[end:], commuting, len(next), depth+1)
		default:
			w.nodes++
			w.result.IncrementalCuts += commuting
			if commuting == 0 {
				w.leaf(depth + 1)
			}
		}
		w.game.Undo(m)
		if w.nodes-before > w.handAfter {
			if !w.stopped {
				w.handOver(moves, i+1, depth)
			}
			break
		}
	}
	w.depth = depth - 1
}

// prefetchPairs begins to fetch the memory of the positions two moves away early enough to avoid waits, for a game
// whose hash is an exclusive or. key is the position's key, keys are the keys after its moves. The first moves suffice.
func (w *walker[M]) prefetchPairs(key uint64, keys []uint64) {
	for most := min(len(keys), 8); most > 1; most-- {
		w.fetched.PrefetchAll(keys[1:most], key^keys[0])
		keys = keys[1:]
	}
}

// expandPlain is expand for a space without keys and incremental transpositions, without workers.
func (w *walker[M]) expandPlain(moves []M, end, depth int) {
	w.depth = depth
	for i, m := range moves {
		w.path[depth] = m
		if w.nodes >= w.PollAt && w.mustStop(depth) {
			break
		}
		next, _ := w.advancer.Advance(moves, i, 0, w.stack[:end])
		if cap(next) != len(w.stack) {
			w.stack = next[:cap(next)]
		}
		switch {
		case depth+1 >= w.rareFrom:
			w.enter(0, end, len(next), 0, depth+1)
		case len(next) > end:
			w.nodes++
			w.expandPlain(next[end:], len(next), depth+1)
		case w.puzzle == nil && w.scorer == nil:
			w.nodes++
			w.result.Leaves++
		default:
			w.nodes++
			w.leaf(depth + 1)
		}
		w.game.Undo(m)
	}
	w.depth = depth - 1
}

// arrive visits the position just reached, with this key if the space has keys, and everything after it. Its moves are
// stack[start:end], of which the first known lead to positions already searched. If the position is on the line of a state, arrive
// only goes on with the part after it.
func (w *walker[M]) arrive(key uint64, start, end, known, depth int) {
	if depth < len(w.again) {
		w.goOn(key, start, end, known, depth)
		return
	}
	w.nodes++
	if depth >= w.noteFrom {
		w.note(depth)
	}
	switch {
	case start == end:
		w.leaf(depth)
	case depth == w.maxDepth && depth > 0:
		w.cutByDepth = true
	case start+known == end:
		w.result.IncrementalCuts += known
	case w.plain:
		w.expandPlain(w.stack[start:end], end, depth)
	default:
		w.expand(key, w.stack[start:end], known, end, depth)
	}
}

// successorKeys computes the keys after stack[start:end] from the present one, and prefetches their memory together.
func (w *walker[M]) successorKeys(key uint64, start, end int) (keys []uint64) {
	if end > len(w.keys) {
		w.keys = append(w.keys, make([]uint64, len(w.stack)-len(w.keys))...)
	}
	moves, room := w.stack[start:end], w.keys[start:start]
	if w.xors != nil {
		keys = w.xors.XorHashes(key, moves, room)
		guard.CheckCount("XorHashes", len(keys), len(moves))
		w.fetched.PrefetchAll(keys, 0)
		w.prefetchPairs(key, keys)
		return keys
	}
	keys = w.hasher.HashSuccessors(moves, room)
	guard.CheckCount("HashSuccessors", len(keys), len(moves))
	if w.fetched != nil {
		w.fetched.PrefetchAll(keys, 0)
	}
	return keys
}

// Go limits the stack of a goroutine to 1 GB, on 32-bit machines to 250 MB. To allow longer lines, every freshStack
// moves are searched in a new goroutine. (A variable for the tests.)
var freshStack = 1 << 18

// Copying a new best line is costly when lines are long and improve often. From longLine moves on, a search therefore
// tracks how many moves need not be copied again. (A variable for the tests.)
var longLine = 1 << 12

func (w *walker[M]) enter(key uint64, start, end, known, depth int) {
	if w.exact != nil && depth >= len(w.again) && w.seenExactly(depth) {
		return
	}
	if depth > longLine {
		w.kept = min(w.kept, depth-1)
	} else {
		w.kept = 0
	}
	if w.weights != nil {
		w.beginPart(depth)
	}
	if depth%freshStack == 0 && depth > 0 {
		guard.FreshStack(func() { w.arrive(key, start, end, known, depth) })
	} else {
		w.arrive(key, start, end, known, depth)
	}
	if w.weights != nil {
		w.endPart(key, depth)
	}
	if w.line != nil {
		w.line.Remove(key)
	}
}
