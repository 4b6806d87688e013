package mcts

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

type run struct {
	sampling.Run
	serial   bool          // the goroutine of the caller makes the simulations
	snapshot func()        // takes down the results in the trees, while no worker changes them
	report   func()        // reports the results taken down, on the goroutine of the caller; nil for no reports
	every    time.Duration // between two reports
	reported time.Time
	wanted   bool // a report is due at the end of the round
	pending  bool // and is to be made in the next, while the workers go on

	left      []*atomic.Int64 // simulations that no worker has taken yet, of each tree, if they are bounded
	done      atomic.Int64
	pause     atomic.Bool // a store needs room, or thinner counts
	abandoned atomic.Bool // a goroutine has failed, or is given up
	refused   atomic.Bool // a position of chance was met with RAVE

	kept *sampling.Keeper // nil if the trees are not kept
}

// refuse ends the run at a position of chance with RAVE. It does nothing while the root is planted, without a run.
func (r *run) refuse() {
	if r != nil {
		r.refused.Store(true)
		r.End(ply.Failed)
	}
}

func (r *run) abandon() {
	r.abandoned.Store(true)
	r.pause.Store(true)
}

func (r *run) over() bool { return r.Over() || r.abandoned.Load() }

// breaks reports whether the present simulations must break off. In trees that are kept they are completed, because the next
// search continues after a whole simulation.
func (r *run) breaks() bool {
	return r.Over() && (r.kept == nil || r.refused.Load()) || r.abandoned.Load()
}

// keep saves the trees if it is time to, while no worker changes them.
func (r *run) keep(now time.Time) {
	if !r.kept.Poll(now) {
		r.End(ply.Failed)
	}
}

// due reports whether it is time to report progress, and the search continues.
func (r *run) due() bool {
	return r.report != nil && time.Since(r.reported) >= r.every && !r.Look() && !r.over()
}

func (r *run) tell() {
	guard.Callback(r.report)
	r.reported = time.Now()
}

// A watch notices, even during a long playout, that the search is over: it checks the clock about every stop.Every.
type watch struct {
	run    *run
	pacer  stop.Pacer
	left   int // moves until the next look
	looked bool
}

func (w *watch) over() bool {
	w.left--
	return w.left < 0 && w.look()
}

func (w *watch) count(moves int) {
	const enough = 1 << 20 // for a look, and too few to overflow
	w.left = max(w.left, 0) - min(max(moves, 0), enough)
}

func (w *watch) look() bool {
	w.left, w.looked = w.pacer.Next(time.Now()), true
	w.run.Look()
	return w.run.breaks()
}

// poll does the periodic work: it checks whether the remaining time can change the move, and reports progress.
func (w *worker[M]) poll(r *run) {
	if rest, ok := r.RestByTime(r.done.Load()); ok {
		w.decide(r, rest)
	}
	if r.serial && r.due() {
		r.snapshot()
		r.tell()
		w.watch.look() // it may have taken long
	}
	if r.serial && r.kept != nil {
		now := time.Now()
		r.keep(now)
		w.watch.pacer.Pause(time.Since(now))
	}
}

// untilDecided returns how many simulations it takes before they can decide the search, or 0, which ends the run.
func (w *worker[M]) untilDecided(r *run) int64 {
	if !r.Decidable {
		return math.MaxInt64
	}
	done := r.done.Load()
	if proved := &w.store.proved; proved.Load() || done >= r.DecideAt {
		proved.Store(false)
		r.DecideAt = done + w.decide(r, r.Rest(done))
	}
	return r.DecideAt - done
}

// decide ends the run if the most visited move is decided, and returns 0, or returns how many simulations that takes.
func (w *worker[M]) decide(r *run, left int64) int64 {
	root, arcs := w.openRoot()
	defer w.close()
	floor := root.bounds.load().low()
	var lead sampling.Lead
	for i := range arcs {
		b := arcs[i].bounds.load()
		lead.Add(int64(arcs[i].visits), b.low(), b.high(), floor, -w.utility)
	}
	more := lead.Undecided(left + int64(w.kept(root.visits)))
	if more == 0 {
		r.End(ply.Decided)
	}
	return more
}

// rearrange must be called before the nodes of a tree change all at once. frozen tells whether the tree is being saved.
func (r *run) rearrange(frozen bool) {
	if frozen && !r.kept.Finish() {
		r.End(ply.Failed)
	}
}

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
				r.rearrange(s.Frozen())
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
		if r.Limits.Nodes > 0 && !slices.ContainsFunc(r.left, func(left *atomic.Int64) bool { return left.Load() > 0 }) {
			r.End(ply.OutOfNodes)
		}
		for _, s := range t.stores {
			if s.wanting.Load() && !s.closed {
				r.rearrange(s.Frozen())
				s.makeRoom()
				for _, w := range t.workers {
					clear(w.refs) // nodes have new numbers
				}
			}
		}
		if !r.serial {
			r.keep(time.Now()) // with room for the next simulation
		}
	}
	return nil
}

func (t *Tree[M]) round(r *run) (err error) {
	if r.serial {
		t.workers[0].work(r, r.left[0], true)
		return nil
	}
	group := guard.Group{Stop: r.abandon}
	for i, w := range t.workers {
		group.Go(w.line, func() { w.work(r, r.left[i%len(r.left)], i == 0) })
	}
	// The caller's goroutine reports the results of the previous round, while workers continue.
	watch := func() {
		now := time.Now()
		switch {
		case r.kept.Ready(now):
			r.pause.Store(true)
		case r.pending:
			r.pending = false
			r.tell()
		case r.due():
			r.wanted = true
			r.pause.Store(true)
		default:
			r.keep(now) // which does not read the trees
		}
	}
	if r.report == nil && r.kept == nil {
		watch = nil
	}
	// The group handles panics of the game, and passes on panics of callbacks only.
	guard.Callback(func() { err = group.Wait(max(min(r.every, stop.ReportEvery)/4, stop.Every), watch) })
	if err == nil {
		r.abandoned.Store(false) // the group stops when all is done, too
	}
	return err
}

// Workers take simulations in batches.
const batch = 16

// work makes simulations until the run ends or is paused. The first worker also checks whether the search is decided.
func (w *worker[M]) work(r *run, left *atomic.Int64, first bool) {
	defer w.leave()
	s := w.store
	w.watch.run = r
	w.watch.look()
	if w.mark != nil {
		w.mark()
	}
	open := w.opt.OpenLoop
	if s.Nodes.At(s.Root).bounds.load().exact() {
		r.End(ply.Solved)
	}
	for !r.Over() && !r.pause.Load() {
		most := int64(batch)
		if first {
			if w.watch.looked {
				w.watch.looked = false
				if w.poll(r); r.Over() {
					return
				}
			}
			if most = min(batch, w.untilDecided(r)); most == 0 {
				return
			}
		}
		batch := w.takeBatch(r, left, most)
		if batch == 0 {
			return // others may still be at their last ones
		}
		made := int64(0)
		for made < batch && !r.Over() && !r.pause.Load() && (!open && w.simulate() || open && w.simulateOpen()) {
			made++
			if s.wanting.Load() && !s.closed {
				r.pause.Store(true)
			}
			if s.Nodes.At(s.Root).bounds.load().exact() {
				r.End(ply.Solved)
			}
		}
		r.done.Add(made)
		w.made += made
		if r.Limits.Nodes > 0 && made < batch {
			left.Add(batch - made)
		}
	}
}

// leave ends a round for a worker, perhaps with a panic or runtime.Goexit during a simulation, which is not counted.
func (w *worker[M]) leave() {
	w.close() // others may wait
	if len(w.path) > 0 {
		w.withdraw()
		w.lost = true
	}
	clear(w.path[len(w.path):cap(w.path)]) // which would keep parts of the store in memory
	w.dropAll()                            // before others change the store
}

// takeBatch takes up to most of the remaining simulations, or fewer so that all workers have some until the end.
func (w *worker[M]) takeBatch(r *run, left *atomic.Int64, most int64) int64 {
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
