package mcts

import (
	"cmp"
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// A run is one search: what it may take, and why it ends.
type run struct {
	ctx      context.Context
	limits   Limits
	start    time.Time
	deadline time.Time     // of the limits or of the context, whichever comes first; zero for none
	serial   bool          // the goroutine of the caller makes the simulations
	snapshot func()        // takes down what the trees hold, while no worker changes them
	report   func()        // reports what was taken down, on the goroutine of the caller; nil for no reports
	every    time.Duration // between two reports
	reported time.Time
	wanted   bool  // a report is due at the end of the round
	pending  bool  // and is to be made in the next, while the workers go on
	decideAt int64 // simulations before which nothing can be decided by their number

	left      []atomic.Int64 // simulations that no worker has taken yet, of each tree, if they are bounded
	done      atomic.Int64
	status    atomic.Uint32
	stop      atomic.Bool // the search is over
	pause     atomic.Bool // a store needs room, or thinner counts
	abandoned atomic.Bool // a goroutine has failed, or is given up
}

// end ends the run, with the first status given.
func (r *run) end(s ply.Status) {
	if r.stop.CompareAndSwap(false, true) {
		r.status.Store(uint32(s))
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
		r.left[i].Store(int64(r.limits.MaxSimulations/trees + (r.limits.MaxSimulations%trees+i)/trees))
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
		!r.over() && stop.Status(r.ctx, r.deadline) == ply.Complete
}

// tell reports what was taken down.
func (r *run) tell() {
	guard.Callback(r.report)
	r.reported = time.Now()
}

// grow makes simulations until the run ends.
func (t *Tree[M]) grow(r *run) (err error) {
	r.reported = r.start
	if t.opt.Parallel == LeafParallel {
		disband := newTeam(r, t.workers)
		defer func() { err = cmp.Or(err, disband()) }()
	}
	for !r.over() {
		r.pause.Store(false)
		for i, s := range t.stores {
			if s.crowded.Swap(false) {
				s.thin(t.workers[i].mostVisits)
			}
		}
		if err = t.round(r); err != nil {
			return err
		}
		if r.wanted && !r.over() {
			r.snapshot()
			r.wanted, r.pending = false, true
		}
		if r.limits.MaxSimulations > 0 && r.remaining() == 0 {
			r.end(ply.Complete)
		}
		for _, s := range t.stores {
			if s.full.Load() && !s.closed {
				s.makeRoom()
				for _, w := range t.workers {
					clear(w.refs) // nodes have new numbers
				}
			}
		}
	}
	return nil
}

// round makes simulations until the run ends or a store needs attention.
func (t *Tree[M]) round(r *run) (err error) {
	if r.serial {
		t.workers[0].work(r, &r.left[0], true)
		return nil
	}
	group := guard.Group{Stop: r.abandon}
	for i, w := range t.workers {
		group.Go(w.line, func() { w.work(r, &r.left[i%len(r.left)], i == 0) })
	}
	// The caller's goroutine reports what the trees held at the end of the round before, while the workers go on.
	watch := func() {
		switch {
		case r.pending:
			r.pending = false
			r.tell()
		case r.due():
			r.wanted = true
			r.pause.Store(true)
		}
	}
	if r.report == nil {
		watch = nil
	}
	// The group has dealt with panics of the game, and passes on no others than those of callbacks.
	guard.Callback(func() { err = group.Wait(max(min(r.every, stop.ReportEvery)/4, stop.Every), watch) })
	if err == nil {
		r.abandoned.Store(false) // the group stops when all is done, too
	}
	return err
}

// Workers take simulations in lots.
const lot = 16

// work makes simulations until the run ends or is paused. The first worker also finds out whether the search is
// decided.
func (w *worker[M]) work(r *run, left *atomic.Int64, first bool) {
	defer w.leave()
	s := w.store
	w.watch.run = r
	w.watch.look()
	if w.mark != nil {
		w.mark()
	}
	open := w.opt.OpenLoop
	if s.nodes.at(s.root).bounds.load().exact() {
		r.end(ply.Solved)
	}
	for !r.stop.Load() && !r.pause.Load() {
		most := int64(lot)
		if first {
			if w.watch.looked {
				w.watch.looked = false
				if w.poll(r); r.stop.Load() {
					return
				}
			}
			if most = min(lot, w.untilDecided(r)); most == 0 {
				return
			}
		}
		lot := w.take(r, left, most)
		if lot == 0 {
			return // others may still be at their last ones
		}
		made := int64(0)
		for made < lot && !r.stop.Load() && !r.pause.Load() && (!open && w.simulate() || open && w.simulateOpen()) {
			made++
			if s.full.Load() && !s.closed {
				r.pause.Store(true)
			}
			if s.nodes.at(s.root).bounds.load().exact() {
				r.end(ply.Solved)
			}
		}
		r.done.Add(made)
		if r.limits.MaxSimulations > 0 && made < lot {
			left.Add(lot - made)
		}
	}
}

// leave ends a round for a worker. It may come with a panic, or with runtime.Goexit, in the midst of a simulation:
// that is not counted.
func (w *worker[M]) leave() {
	w.close() // others may wait
	if w.exploring {
		// A bandit belongs to the caller, so its panic is not taken for one of the game, which is put back.
		value := recover()
		w.exploring = false
		w.withdraw()
		w.lost = true // unless this ends
		w.undoAll()
		w.path, w.lost = w.path[:0], false
		if value != nil {
			defer guard.Callback(func() { panic(value) })
		}
	} else if len(w.path) > 0 {
		w.withdraw()
		w.lost = true
	}
	clear(w.path[len(w.path):cap(w.path)]) // which would keep parts of the store in memory
	w.dropAll()                            // before others change the store
}

// take takes simulations of those that are left: as many as given, or fewer so that all workers of the tree have
// some until the end.
func (w *worker[M]) take(r *run, left *atomic.Int64, most int64) int64 {
	if r.limits.MaxSimulations == 0 {
		return most
	}
	for {
		now := left.Load()
		take := min(most, now)
		if w.store.shared {
			take = min(take, max(1, now/int64(2*w.opt.Workers)))
		}
		if take == 0 || left.CompareAndSwap(now, now-take) {
			return take
		}
	}
}

// poll does what is due from time to time: it finds out whether the search is decided by what there is time for, and
// reports progress.
func (w *worker[M]) poll(r *run) {
	if passed := time.Since(r.start); r.limits.Decided && !r.deadline.IsZero() && passed > 10*time.Millisecond {
		speed := float64(r.done.Load()) / passed.Seconds()
		w.decide(r, int64(speed*time.Until(r.deadline).Seconds()))
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
	if !r.limits.Decided || r.limits.MaxSimulations == 0 {
		return math.MaxInt64
	}
	done := r.done.Load()
	if done >= r.decideAt {
		r.decideAt = done + w.decide(r, int64(r.limits.MaxSimulations)-done)
	}
	return r.decideAt - done
}

// decide ends the run if the simulations that are left are too few for any other move to become the most visited,
// and returns 0. Otherwise it returns how many it takes before that can be.
func (w *worker[M]) decide(r *run, left int64) int64 {
	root, arcs := w.openRoot()
	defer w.close()
	floor := root.bounds.load().low()
	first, second := int64(0), int64(0)
	for i := range arcs {
		n := int64(arcs[i].visits)
		switch {
		case arcs[i].bounds.load().high() <= floor: // others are better for certain
		case n > first:
			first, second = n, first
		case n > second:
			second = n
		}
	}
	lead := first - second
	if left += int64(w.kept(root.visits)); lead > left {
		r.end(ply.Decided)
		return 0
	}
	// With each of the next, if all go to the first move, the lead grows by 1 and one less is left.
	return (left-lead)/2 + 1
}
