package mcts

import (
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A watch tells a worker, even in the midst of a long playout, that the search is over. It counts moves, and looks
// at the clock about every stop.Every.
type watch struct {
	run    *run
	pacer  stop.Pacer
	left   int // moves until the next look
	looked bool
}

// over counts a move, and reports whether the search is over.
func (w *watch) over() bool {
	w.left--
	return w.left < 0 && w.look()
}

// count counts moves that the game has played by itself.
func (w *watch) count(moves int) {
	const enough = 1 << 20 // for a look, and too few to overflow
	w.left = max(w.left, 0) - min(max(moves, 0), enough)
}

// look looks at the clock and the context now, and reports whether the search is over.
func (w *watch) look() bool {
	w.left, w.looked = w.pacer.Next(time.Now()), true
	if status := w.run.Status(); status != ply.Complete {
		w.run.end(status)
	}
	return w.run.over()
}
