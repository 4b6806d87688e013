package mcts

import (
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
)

// A run is one search, with the reason for its end.
type run struct {
	sampling.Run
	serial   bool          // the goroutine of the caller makes the simulations
	snapshot func()        // takes down the results in the trees, while no worker changes them
	report   func()        // reports the results taken down, on the goroutine of the caller; nil for no reports
	every    time.Duration // between two reports
	reported time.Time
	wanted   bool // a report is due at the end of the round
	pending  bool // and is to be made in the next, while the workers go on

	left      []atomic.Int64 // simulations that no worker has taken yet, of each tree, if they are bounded
	done      atomic.Int64
	status    atomic.Uint32
	stop      atomic.Bool // the search is over
	pause     atomic.Bool // a store needs room, or thinner counts
	abandoned atomic.Bool // a goroutine has failed, or is given up
	refused   atomic.Bool // a position of chance was met with RAVE
}

// end ends the run, with the first status given.
func (r *run) end(s ply.Status) {
	if r.stop.CompareAndSwap(false, true) {
		r.status.Store(uint32(s))
	}
}

// refuse ends the run since a position of chance was met with RAVE. It does nothing while there is no run, when the root
// is planted.
func (r *run) refuse() {
	if r != nil {
		r.refused.Store(true)
		r.end(ply.Failed)
	}
}

// abandon tells all workers to leave their simulations.
func (r *run) abandon() {
	r.abandoned.Store(true)
	r.pause.Store(true)
}

func (r *run) over() bool { return r.stop.Load() || r.abandoned.Load() }

// share gives each tree its part of the simulations.
func (r *run) share(trees int) {
	r.left = make([]atomic.Int64, trees)
	for i := range trees {
		r.left[i].Store(int64(r.Limits.Nodes/trees + (r.Limits.Nodes%trees+i)/trees))
	}
}

// remaining returns the number of simulations that no worker has taken yet.
func (r *run) remaining() int64 {
	sum := int64(0)
	for i := range r.left {
		sum += r.left[i].Load()
	}
	return sum
}

// due reports whether it is time to report progress, and the search goes on.
func (r *run) due() bool {
	return r.report != nil && time.Since(r.reported) >= r.every &&
		!r.over() && r.Status() == ply.Complete
}

// tell reports the results taken down.
func (r *run) tell() {
	guard.Callback(r.report)
	r.reported = time.Now()
}
