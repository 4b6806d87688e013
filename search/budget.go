package search

import (
	"slices"

	"github.com/ply-search/ply"
)

// stop ends the search. Its loops notice by handAfter or at their next poll.
func (w *walker[M]) stop(status ply.Status) {
	w.result.Status, w.stopped, w.handAfter, w.PollAt = status, true, -1, 0
}

// mustStop reports whether the search must stop before the node after the move path[depth] of the present position.
func (w *walker[M]) mustStop(depth int) bool {
	if w.stopped {
		return true
	}
	w.pollDepth = depth
	if w.part != nil {
		w.part.poll()
		return false
	}
	if status := w.Poll(w.nodes); status != ply.Complete {
		w.stop(status)
		if w.opt.Progress != nil {
			w.doneAt(depth)
		}
		w.saveStopped()
	}
	return w.stopped
}

// doneAt estimates the part of the space that is done, as if all moves of a position led to equally large parts. It
// goes back to the start and plays the first moves of the line again to count the moves before and after them. It is
// called rarely, so that nodes need no bookkeeping. On a very long line it leaves the estimate unchanged.
func (w *walker[M]) doneAt(depth int) {
	const (
		enough  = 8       // moves, most of which have two alternatives or more
		longest = 1 << 16 // moves, which take about a millisecond
	)
	if depth > longest {
		return
	}
	was := w.depth
	for i := depth - 1; i >= 0; i-- {
		w.depth = i
		w.game.Undo(w.path[i])
	}
	w.depth = -1
	done, part := 0.0, 1.0
	moves, known := w.game.Moves(nil), 0
	for d, m := range w.path[:min(depth+1, len(w.path))] {
		i := slices.Index(moves, m)
		if d < enough && i >= 0 {
			part /= float64(len(moves) - known)
			done += part * float64(i-known)
		}
		if d == depth { // m is about to be played
			break
		}
		w.depth = d
		if d >= enough || i < 0 {
			w.game.Play(m)
			continue
		}
		t := 0
		if w.incremental {
			t = i
		}
		moves, known = w.advancer.Advance(moves, i, t, nil)
	}
	w.depth, w.done = was, done
}
