package mcts

import (
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

// poll does the periodic work: it finds out whether the remaining time can still change the move, and reports progress.
func (w *worker[M]) poll(r *run) {
	if rest, ok := r.RestByTime(r.done.Load()); ok {
		w.decide(r, rest)
	}
	if r.serial && r.due() {
		r.snapshot()
		r.tell()
		w.watch.look() // it may have taken long
	}
}

// untilDecided returns how many simulations must be made before the search can be decided by their number: 0 if it
// is, which ends the run.
func (w *worker[M]) untilDecided(r *run) int64 {
	if !r.Decidable {
		return math.MaxInt64
	}
	done := r.done.Load()
	if news := &w.store.news; news.Load() || done >= r.DecideAt {
		news.Store(false)
		r.DecideAt = done + w.decide(r, r.Rest(done))
	}
	return r.DecideAt - done
}

// decide ends the run if the simulations that are left are too few for any other move to become the most visited,
// and returns 0. Otherwise it returns how many it takes before that can be.
func (w *worker[M]) decide(r *run, left int64) int64 {
	root, arcs := w.openRoot()
	defer w.close()
	floor := root.bounds.load().low()
	var race sampling.Race
	for i := range arcs {
		switch b := arcs[i].bounds.load(); {
		case b.high() > floor: // or others are better for certain
			race.Enter(int64(arcs[i].visits))
		case b.low() == floor && floor > -w.utility:
			race.Enter(0) // its certain result may be better than the others turn out
		}
	}
	open := race.Open(left + int64(w.kept(root.visits)))
	if open == 0 {
		r.end(ply.Decided)
	}
	return open
}
