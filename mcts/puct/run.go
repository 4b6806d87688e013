package puct

import (
	"context"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A run is one search: what it may take, and what it has done.
type run struct {
	ctx         context.Context
	limits      ply.Limits
	start       time.Time
	deadline    time.Time  // of the limits or of the context, whichever comes first; zero for none
	status      ply.Status // InProgress while the search goes on
	begun       int        // simulations, those not counted yet included
	done        int        // simulations
	evaluations int
	decidable   bool // the search ends when its move cannot change
	decideAt    int  // simulations before which nothing can be decided by their number
	reporting   bool // a callback of the caller is at work
}

// end ends the search, with the first status given.
func (r *run) end(s ply.Status) {
	if r.status == ply.InProgress {
		r.status = s
	}
}

func (r *run) over() bool { return r.status != ply.InProgress }

// look ends the search if its time is over or its context ends.
func (r *run) look() {
	if status := stop.Status(r.ctx, r.deadline); status != ply.Complete {
		r.end(status)
	}
}

// exhausted reports whether all simulations have begun.
func (r *run) exhausted() bool {
	return r.limits.Nodes > 0 && r.begun >= r.limits.Nodes
}
