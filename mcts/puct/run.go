package puct

import (
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

type run struct {
	sampling.Run
	begun     int  // simulations, those not counted yet included
	done      int  // simulations
	reporting bool // a callback of the caller is at work

	kept     *sampling.Keeper // nil if the tree is not kept
	keepFrom time.Time        // when the clock was looked at in this round; zero for not at all
}

// keep saves the tree if it is time to.
func (r *run) keep(now time.Time) {
	if !r.kept.Poll(now) {
		r.End(ply.Failed)
	}
}

// breaks reports whether a synchronous round must break off. If the tree is kept, the round is completed, because the next search
// continues after a whole round.
func (r *run) breaks() bool { return r.Over() && r.kept == nil }

func (r *run) exhausted() bool {
	return r.Limits.Nodes > 0 && r.begun >= r.Limits.Nodes
}

func (t *Tree[G, M]) solved() bool {
	n := t.store.Nodes.At(t.store.Root)
	return n.low == n.high
}

// mostVisits is the greatest number of simulations of the root.
const mostVisits = 1 << 31

// check ends the search if the root is solved, saturated or decided, or all simulations are done.
func (t *Tree[G, M]) check(r *run) {
	switch done := int64(r.done); {
	case t.solved():
		r.End(ply.Solved)
	case t.store.Nodes.At(t.store.Root).visits >= mostVisits || r.Limits.Nodes > 0 && r.done >= r.Limits.Nodes:
		r.End(ply.OutOfNodes)
	case r.Decidable && (done >= r.DecideAt || t.proved):
		t.proved = false
		r.DecideAt = done + t.decide(r, r.Rest(done))
	}
}

func (t *Tree[G, M]) decideByTime(r *run) {
	if rest, ok := r.RestByTime(int64(r.done)); ok {
		t.decide(r, rest)
	}
}

// decide ends the search if the most visited move is decided, and returns 0, or returns how many simulations that takes.
func (t *Tree[G, M]) decide(r *run, left int64) int64 {
	n := t.store.Nodes.At(t.store.Root)
	var lead sampling.Lead
	for _, a := range t.store.arcsOf(n) {
		lead.Add(int64(a.visits), int(a.low), int(a.high), int(n.low), -t.full)
	}
	more := lead.Undecided(left)
	if more == 0 {
		r.End(ply.Decided)
	}
	return more
}
