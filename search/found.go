package search

import (
	"cmp"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/finite"
	"github.com/ply-search/ply/internal/guard"
)

func (w *walker[M]) note(depth int) {
	if depth >= len(w.path) {
		w.path = append(w.path, make([]M, depth+1-len(w.path))...)
	}
	w.result.Depth = max(w.result.Depth, depth)
	if w.best == longest && (!w.result.Found || depth > len(w.result.Line)) {
		w.keepLine(depth)
	}
	if w.visit != nil {
		guard.Callback(func() { w.visit(depth) })
	} else if w.weights == nil {
		w.noteFrom = w.result.Depth + 1
	}
	w.rareFrom = min(w.noteFrom, w.specialFrom)
}

func (w *walker[M]) leaf(depth int) {
	w.result.Leaves++
	if w.scorer != nil {
		score := w.scorer.Score()
		if !finite.Is(score) {
			w.err = cmp.Or(w.err, fmt.Errorf("search: %w", finite.Error(w.game, "Score", score, fmt.Sprint(w.path[:depth]))))
			w.stop(ply.Failed)
			return
		}
		if !w.result.Found || score > w.score {
			w.score = score
			w.keepLine(depth)
		}
	}
	if w.puzzle == nil || !w.puzzle.Solved() {
		return
	}
	w.result.Solutions++
	if w.best == firstSolution && !w.result.Found {
		w.keepLine(depth)
	}
	if w.onSolution != nil && !w.onSolution(w.path[:depth]) || w.stopSolved {
		if w.part != nil {
			w.part.shorten(ply.Solved, -1)
		} else {
			w.stop(ply.Solved)
		}
	}
}

func (w *walker[M]) keepLine(depth int) {
	same := 0
	if depth >= longLine {
		same = min(w.kept, depth)
		w.kept = depth
	}
	w.result.Line, w.result.Found = append(w.result.Line[:same], w.path[same:depth]...), true
}

func (w *walker[M]) snapshot() Result[M] {
	r := w.result
	r.Nodes, r.Done, r.Elapsed = w.nodes, w.done, w.Elapsed()
	if w.bounded != nil {
		r.MemoryHits = int(w.bounded.Hits()) // it was empty at the start
	}
	return r
}

func (w *walker[M]) finish(err error) (Result[M], error) {
	err = cmp.Or(err, w.err)
	if err == nil && w.result.Status == ply.Complete {
		w.done = 1
	}
	w.result = w.snapshot()
	return ended(w.opt.Progress, &w.result, &w.result.Report, w.Elapsed(), err)
}
