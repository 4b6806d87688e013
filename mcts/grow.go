package mcts

import (
	"cmp"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// grow makes simulations until the run ends.
func (t *Tree[M]) grow(r *run) (err error) {
	r.reported = r.Start
	if t.opt.Sharing == LeafPlayouts {
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
		if r.Limits.Nodes > 0 && r.remaining() == 0 {
			r.end(ply.OutOfNodes)
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
	// The caller's goroutine reports the results of the trees at the end of the previous round, while the workers go on.
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
	// The group has dealt with panics of the game, and passes on panics of callbacks only.
	guard.Callback(func() { err = group.Wait(max(min(r.every, stop.ReportEvery)/4, stop.Every), watch) })
	if err == nil {
		r.abandoned.Store(false) // the group stops when all is done, too
	}
	return err
}

// Workers take simulations in batches.
const batch = 16

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
	if s.nodes.At(s.root).bounds.load().exact() {
		r.end(ply.Solved)
	}
	for !r.stop.Load() && !r.pause.Load() {
		most := int64(batch)
		if first {
			if w.watch.looked {
				w.watch.looked = false
				if w.poll(r); r.stop.Load() {
					return
				}
			}
			if most = min(batch, w.untilDecided(r)); most == 0 {
				return
			}
		}
		batch := w.take(r, left, most)
		if batch == 0 {
			return // others may still be at their last ones
		}
		made := int64(0)
		for made < batch && !r.stop.Load() && !r.pause.Load() && (!open && w.simulate() || open && w.simulateOpen()) {
			made++
			if s.full.Load() && !s.closed {
				r.pause.Store(true)
			}
			if s.nodes.At(s.root).bounds.load().exact() {
				r.end(ply.Solved)
			}
		}
		r.done.Add(made)
		if r.Limits.Nodes > 0 && made < batch {
			left.Add(batch - made)
		}
	}
}

// leave ends a round for a worker. It may come with a panic, or with runtime.Goexit, in the midst of a simulation:
// that is not counted.
func (w *worker[M]) leave() {
	w.close() // others may wait
	if len(w.path) > 0 {
		w.withdraw()
		w.lost = true
	}
	clear(w.path[len(w.path):cap(w.path)]) // which would keep parts of the store in memory
	w.dropAll()                            // before others change the store
}

// take takes some of the simulations that are left: as many as given, or fewer so that all workers of the tree
// have some until the end.
func (w *worker[M]) take(r *run, left *atomic.Int64, most int64) int64 {
	if r.Limits.Nodes == 0 {
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
