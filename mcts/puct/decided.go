package puct

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

// solved reports whether the value of the root is proven.
func (t *Tree[G, M]) solved() bool {
	n := t.store.nodes.At(t.store.root)
	return n.low == n.high
}

// mostVisits is the greatest number of simulations of the root.
const mostVisits = 1 << 31

// check ends the search if the root is solved, saturated or decided, or all simulations are done.
func (t *Tree[G, M]) check(r *run) {
	switch {
	case t.solved():
		r.end(ply.Solved)
	case t.store.nodes.At(t.store.root).visits >= mostVisits:
		r.end(ply.OutOfNodes)
	case r.Limits.Nodes > 0 && r.done >= r.Limits.Nodes:
		r.end(ply.OutOfNodes)
	case r.Decidable && (int64(r.done) >= r.DecideAt || t.news):
		t.news = false
		done := int64(r.done)
		r.DecideAt = done + t.decide(r, r.Rest(done))
	}
}

// decideByTime ends the search if the remaining time cannot change its move.
func (t *Tree[G, M]) decideByTime(r *run) {
	if rest, ok := r.RestByTime(int64(r.done)); ok {
		t.decide(r, rest)
	}
}

// decide ends the search if the simulations that are left are too few for any other move to become the most visited,
// and returns 0. Otherwise it returns how many it takes before that can be.
func (t *Tree[G, M]) decide(r *run, left int64) int64 {
	n := t.store.nodes.At(t.store.root)
	var race sampling.Race
	for _, a := range t.store.arcsOf(n) {
		switch {
		case a.high > n.low: // or others are better for certain
			race.Enter(int64(a.visits))
		case a.low == n.low && int(n.low) > -t.full:
			race.Enter(0) // its certain result may be better than the others turn out
		}
	}
	open := race.Open(left)
	if open == 0 {
		r.end(ply.Decided)
	}
	return open
}
