package mcts

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// A run is one search: what it may take, and why it ends.
type run struct {
	ctx      context.Context
	limits   Limits
	start    time.Time
	deadline time.Time // zero for none
	progress func(Progress)
	reported time.Time

	left   []atomic.Int64 // simulations that no worker has taken yet, of each tree, if they are bounded
	done   atomic.Int64
	status atomic.Uint32
	stop   atomic.Bool // the search is over
	pause  atomic.Bool // a store is full
}

// end ends the run, with the first status given.
func (r *run) end(s ply.Status) {
	if r.stop.CompareAndSwap(false, true) {
		r.status.Store(uint32(s))
	}
}

// share gives each tree its part of the simulations.
func (r *run) share(trees int) {
	r.left = make([]atomic.Int64, trees)
	for i := range trees {
		r.left[i].Store(int64((r.limits.Simulations + i) / trees))
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

// grow makes simulations until the run ends.
func (t *Tree[M]) grow(r *run) (err error) {
	r.reported = r.start
	if t.opt.Parallel == LeafParallel {
		disband := newTeam(r, t.workers)
		defer func() { err = errors.Join(err, disband()) }()
	}
	for !r.stop.Load() {
		r.pause.Store(false)
		if err = t.round(r); err != nil {
			return err
		}
		if r.limits.Simulations > 0 && r.remaining() == 0 {
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

// round makes simulations until the run ends or a store is full.
func (t *Tree[M]) round(r *run) error {
	if len(t.workers) == 1 || t.opt.Parallel == LeafParallel {
		t.workers[0].work(r, &r.left[0], true)
		return nil
	}
	var group sync.WaitGroup
	errs := make([]error, len(t.workers))
	for i, w := range t.workers {
		group.Go(func() {
			defer func() {
				if fault := recover(); fault != nil {
					r.end(ply.Failed)
					errs[i] = w.panicked(fault)
				}
			}()
			w.work(r, &r.left[i%len(r.left)], i == 0)
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// panicked returns the error for a panic of the game.
func (w *worker[M]) panicked(fault any) error {
	w.close() // others may wait
	line := make([]M, len(w.path))
	for i, step := range w.path {
		line[i] = w.store.arcs.at(step.arc).move
	}
	return &ply.GamePanic{Value: fault, Line: fmt.Sprint(line), Stack: debug.Stack()}
}

// Workers take simulations in lots, and look at the clock about every pollEvery and at least after every
// maxStride simulations.
const (
	lot       = 16
	pollEvery = time.Millisecond
	maxStride = 1024
)

// work makes simulations until the run ends or the store is full. The first worker watches the clock.
func (w *worker[M]) work(r *run, left *atomic.Int64, first bool) {
	s := w.store
	defer w.dropAll() // before others change the store
	stride, pollAt := 1, 0
	last := time.Now()
	for n := 0; !r.stop.Load() && !r.pause.Load(); {
		if first && n >= pollAt {
			now := time.Now()
			w.poll(r, now)
			switch passed := now.Sub(last); {
			case passed < pollEvery/2:
				stride = min(2*stride, maxStride)
			case passed > 2*pollEvery:
				stride = max(1, stride/2)
			}
			last, pollAt = now, n+stride
			continue
		}
		lot := take(r, left, min(lot, stride))
		if lot == 0 {
			return // others may still be at their last ones
		}
		made := 0
		for ; made < lot && !r.stop.Load(); made++ {
			w.simulate()
			if s.full.Load() && !s.closed {
				r.pause.Store(true)
				made++
				break
			}
			if b := s.nodes.at(s.root).bounds.load(); b.exact() {
				r.end(ply.Solved)
			}
		}
		n += made
		r.done.Add(int64(made))
		if r.limits.Simulations > 0 && made < lot {
			left.Add(int64(lot - made))
		}
	}
}

// take takes up to so many simulations of those that are left.
func take(r *run, left *atomic.Int64, lot int) int {
	if r.limits.Simulations == 0 {
		return lot
	}
	for {
		now := left.Load()
		take := min(int64(lot), now)
		if take == 0 || left.CompareAndSwap(now, now-take) {
			return int(take)
		}
	}
}

// poll ends the run if it must end now, and reports.
func (w *worker[M]) poll(r *run, now time.Time) {
	s := w.store
	if status := stop.Status(r.ctx, r.deadline); status != ply.Complete {
		r.end(status)
	}
	if s.nodes.at(s.root).bounds.load().exact() {
		r.end(ply.Solved)
	}
	if w.saturated() {
		r.end(ply.Saturated)
	}
	if r.limits.Decided && w.opt.Final == MostVisits && w.decided(r, now) {
		r.end(ply.Decided)
	}
	if r.progress != nil && now.Sub(r.reported) >= 100*time.Millisecond {
		r.reported = now
		r.progress(Progress{Simulations: int(r.done.Load()), Elapsed: now.Sub(r.start)})
	}
}

// decided reports whether the simulations that are left, as far as that can be told, are too few for any
// other move to become the most visited.
func (w *worker[M]) decided(r *run, now time.Time) bool {
	if w.opt.Parallel == RootParallel && w.opt.Workers > 1 {
		return false // the counts of other trees are not known here
	}
	left := int64(1) << 62
	if r.limits.Simulations > 0 {
		left = r.remaining()
	}
	if passed := now.Sub(r.start); !r.deadline.IsZero() && passed > 10*time.Millisecond {
		speed := float64(r.done.Load()) / passed.Seconds()
		left = min(left, int64(speed*r.deadline.Sub(now).Seconds()))
	}
	root, arcs := w.openRoot()
	defer w.close()
	left += int64(w.kept(root.visits))
	first, second := int64(0), int64(0)
	for i := range arcs {
		n := int64(visitsOf(arcs[i].count))
		if n > first {
			first, second = n, first
		} else if n > second {
			second = n
		}
	}
	return first-second > left
}
