package puct

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
)

// A run is one search: its limits and its state.
type run struct {
	sampling.Run
	status      ply.Status // InProgress while the search goes on
	begun       int        // simulations, those not counted yet included
	done        int        // simulations
	evaluations int
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
	if status := r.Status(); status != ply.Complete {
		r.end(status)
	}
}

// exhausted reports whether all simulations have begun.
func (r *run) exhausted() bool {
	return r.Limits.Nodes > 0 && r.begun >= r.Limits.Nodes
}
