package montecarlo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// A method is a search that works in small steps, so that between any two of them it can stop, or say
// all that it needs to go on from there.
type method interface {
	// step goes on, for a millisecond or so at most where playouts are short, and reports whether
	// there is more to do.
	step() bool

	appendState(w *stateWriter)
	readState(r *stateReader)
}

// runs does the runs of a search, and finds the best of them.
//
// The runs are numbered, and the result is that of doing one after the other. Workers do several at a
// time, each as far as the runs before it may leave it playouts: what is too much is cut off in the end,
// since a run notes when it found what.
type runs[M comparable] struct {
	ctx      context.Context
	opt      Options
	name     string    // of the method, with its options
	start    time.Time // less the time of the search that this one resumes
	deadline time.Time // zero for none
	seed     [2]uint64

	mu       sync.Mutex
	resumed  []*worker[M]        // of the search to go on with, not yet begun
	next     int                 // the next run to begin
	active   []*worker[M]        // those at work, in the order of their runs
	finished map[int]*outcome[M] // runs that are not yet part of result
	folded   int                 // runs that are part of result, those before this number
	result   Result[M]
	best     *improvement[M] // of all runs at any time
	total    atomic.Int64    // playouts up to now
	ended    int
	stop     ply.Status // why the search must end, Complete if it need not
	solvedAt int        // the first run that found a solution
	err      error

	epoch atomic.Int64 // of the checkpoint that is due
}

// An outcome is what has become of a run.
type outcome[M comparable] struct {
	record[M]
	complete bool
}

// A worker does one run at a time.
type worker[M comparable] struct {
	*Player[M]
	runs    *runs[M]
	random  rand.PCG // of the run
	run     int
	method  method
	done    atomic.Int64 // playouts of the run
	counted int          // playouts that are in runs.total
	moved   int          // moves of earlier runs
	epoch   int64        // of saved
	saved   []byte       // the state of the run
}

// search does the runs of a method that newMethod makes for a worker. If it is endless, it goes on without
// a budget.
func search[M comparable, G ply.Game[M]](ctx context.Context, g G, seed *rand.PCG, opt Options, name string,
	endless bool, newMethod func(*worker[M]) (method, error)) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	if err := opt.check(); err != nil {
		return failed, err
	}
	if seed == nil {
		return failed, errors.New("montecarlo: no seed: want a *rand.PCG")
	}
	if opt.MaxRuns == 0 {
		opt.MaxRuns = math.MaxInt
		if opt.MaxPlayouts == 0 && opt.MaxTime == 0 && !endless {
			opt.MaxRuns = 1
		}
	}
	cloner, canClone := any(g).(ply.Cloner[G])
	if opt.Workers > 1 && !canClone {
		return failed, fmt.Errorf("montecarlo: Workers is %d, but %T is no ply.Cloner", opt.Workers, g)
	}
	if opt.Workers == 0 {
		opt.Workers = 1
		if canClone {
			opt.Workers = runtime.GOMAXPROCS(0)
		}
	}
	r := &runs[M]{
		ctx: ctx, opt: opt, name: fmt.Sprintf("%s with playouts of up to %d moves", name, opt.MaxLength),
		seed:     [2]uint64{seed.Uint64(), seed.Uint64()},
		finished: make(map[int]*outcome[M]),
		solvedAt: math.MaxInt,
	}
	var workers []*worker[M]
	newWorker := func(game ply.Game[M]) error {
		w := &worker[M]{runs: r}
		var err error
		if w.Player, err = NewPlayer(game, &w.random, opt.MaxLength); err == nil {
			workers = append(workers, w)
		}
		return err
	}
	for i := range opt.Workers {
		game := ply.Game[M](g)
		if i > 0 {
			game = ply.Game[M](cloner.Clone())
		}
		if err := newWorker(game); err != nil {
			return failed, err
		}
	}
	r.start = time.Now()
	if opt.Resume != nil {
		if err := r.resume(opt.Resume, workers[0].Player); err != nil {
			return failed, fmt.Errorf("montecarlo: cannot resume: %w", err)
		}
	}
	if opt.MaxTime > 0 {
		r.deadline = r.start.Add(opt.MaxTime)
	}
	var group sync.WaitGroup
	for _, w := range workers {
		group.Go(func() { w.work(newMethod) })
	}
	finished := make(chan struct{})
	go func() {
		group.Wait()
		close(finished)
	}()
	r.watch(finished)
	for _, w := range workers {
		r.result.Moves += w.moved
	}
	return r.conclude(workers[0].Player)
}

// take gives the worker a run, and reports whether there is one.
func (w *worker[M]) take() bool {
	r := w.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop != ply.Complete {
		return false
	}
	if len(r.resumed) > 0 {
		// A run of the earlier search, whose place in active it has already.
		old := r.resumed[0]
		r.resumed = r.resumed[1:]
		w.run, w.saved, w.epoch = old.run, old.saved, 0
		w.done.Store(old.done.Load())
		r.active[slices.Index(r.active, old)] = w
		return true
	}
	if r.next >= r.opt.MaxRuns || r.next > r.solvedAt {
		return false
	}
	w.run = r.next
	w.done.Store(0)
	if r.allowance(w) <= 0 {
		return false
	}
	r.next++
	w.saved, w.epoch = nil, 0
	r.active = append(r.active, w)
	return true
}

// allowance returns how many playouts the run of w may have, as far as is known.
func (r *runs[M]) allowance(w *worker[M]) int {
	if r.opt.MaxPlayouts == 0 {
		return math.MaxInt
	}
	left := r.opt.MaxPlayouts - r.result.Playouts
	for _, a := range r.active {
		if a.run < w.run {
			left -= int(a.done.Load())
		}
	}
	for number, o := range r.finished {
		if number < w.run {
			left -= o.playouts
		}
	}
	return left
}

// begin makes the player and the method ready for a run, or for the rest of one.
func (w *worker[M]) begin(newMethod func(*worker[M]) (method, error)) error {
	w.restart()
	w.counted = 0
	w.random.Seed(transposition.Mix(w.runs.seed[0]+uint64(w.run)), transposition.Mix(w.runs.seed[1]^transposition.Mix(uint64(w.run))))
	var err error
	if w.method, err = newMethod(w); err != nil || w.saved == nil {
		return err
	}
	state := &stateReader{rest: w.saved}
	w.readState(state)
	w.method.readState(state)
	w.counted = w.playouts // those are part of the total
	w.moved -= w.moves     // those are not of this search
	w.done.Store(int64(w.playouts))
	if err := state.end(); err != nil {
		return fmt.Errorf("montecarlo: cannot resume: %w", err)
	}
	return nil
}

// pollEvery is the time between two looks at the clock, about.
const pollEvery = time.Millisecond

// work does runs until there are none.
func (w *worker[M]) work(newMethod func(*worker[M]) (method, error)) {
	r := w.runs
	defer func() {
		if fault := recover(); fault != nil {
			r.fail(&ply.GamePanic{Value: fault, Line: fmt.Sprint(w.line), Stack: debug.Stack()})
		}
	}()
	for w.take() {
		if err := w.begin(newMethod); err != nil {
			r.fail(err)
			return
		}
		more := true
		stride, last := 1, time.Now()
		for goOn := w.poll(true); goOn && more; goOn = w.poll(more) {
			for range stride {
				if more = w.method.step() && !w.solved; !more {
					break
				}
			}
			now := time.Now()
			switch passed := now.Sub(last); {
			case passed < pollEvery/2:
				stride *= 2
			case passed > 2*pollEvery:
				stride = max(1, stride/2)
			}
			last = now
		}
		w.deliver(!more)
		w.back(0)
		if more {
			return // nothing is left for later runs
		}
	}
}

// poll accounts for what was done and reports whether the run may go on.
func (w *worker[M]) poll(more bool) bool {
	r := w.runs
	r.total.Add(int64(w.playouts - w.counted))
	w.counted = w.playouts
	w.done.Store(int64(w.playouts))
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(w.improvements); n > 0 {
		if best := &w.improvements[n-1]; r.best == nil || better(best, r.best) {
			r.best = best
		}
	}
	if w.solved {
		r.solvedAt = min(r.solvedAt, w.run)
	}
	if epoch := r.epoch.Load(); more && w.epoch < epoch {
		w.save(epoch)
		r.checkpoint(w)
	}
	if r.stop == ply.Complete {
		r.stop = stop.Status(r.ctx, r.deadline)
	}
	return r.stop == ply.Complete && w.run <= r.solvedAt && w.playouts < r.allowance(w)
}

func better[M comparable](a, b *improvement[M]) bool {
	if a.solved != b.solved {
		return a.solved
	}
	return a.score > b.score
}

// deliver hands over what the run has led to.
func (w *worker[M]) deliver(complete bool) {
	r := w.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	w.moved += w.moves
	if !complete {
		w.save(math.MaxInt64) // the last state
		return                // conclude finds it among those active
	}
	r.ended++
	r.active = slices.DeleteFunc(r.active, func(a *worker[M]) bool { return a == w })
	r.finished[w.run] = &outcome[M]{w.record, true}
	r.foldFinished()
}

// foldFinished makes those finished runs part of the result for which there surely are playouts left.
func (r *runs[M]) foldFinished() {
	for {
		o := r.finished[r.folded]
		if o == nil || r.opt.MaxPlayouts > 0 && r.result.Playouts+o.playouts > r.opt.MaxPlayouts {
			return
		}
		delete(r.finished, r.folded)
		r.fold(o)
	}
}

// fold makes the next run part of the result, as far as there are playouts left.
func (r *runs[M]) fold(o *outcome[M]) {
	r.folded++
	if r.result.Status != ply.Complete {
		return
	}
	left := math.MaxInt
	if r.opt.MaxPlayouts > 0 {
		left = r.opt.MaxPlayouts - r.result.Playouts
	}
	if left == 0 {
		r.result.Status = ply.OutOfPlayouts
		return
	}
	r.result.Runs++
	for i := range o.improvements {
		found := &o.improvements[i]
		if found.playouts > left {
			break
		}
		if best := (&improvement[M]{score: r.result.Score}); !r.result.Found || found.solved || better(found, best) {
			r.result.Line, r.result.Score, r.result.Found = found.line, found.score, true
		}
		if found.solved {
			r.result.Status = ply.Solved
			r.result.Playouts += found.playouts
			return
		}
	}
	r.result.Playouts += min(o.playouts, left)
	if o.playouts > left || o.playouts == left && !o.complete {
		r.result.Status = ply.OutOfPlayouts
	}
}

// conclude returns the result, when all workers have stopped.
func (r *runs[M]) conclude(p *Player[M]) (Result[M], error) {
	if r.opt.Checkpoint != nil && r.err == nil {
		r.err = r.opt.Checkpoint(r.appendState(p))
	}
	for number := r.folded; number < r.next; number++ {
		o := r.finished[number]
		if i := slices.IndexFunc(r.active, func(w *worker[M]) bool { return w.run == number }); i >= 0 {
			o = &outcome[M]{record: r.active[i].record}
		}
		r.fold(o)
	}
	result := r.result
	if result.Status == ply.Complete {
		result.Status = r.stop
	}
	if result.Status == ply.Complete && r.opt.MaxPlayouts > 0 && result.Playouts == r.opt.MaxPlayouts && r.next < r.opt.MaxRuns {
		result.Status = ply.OutOfPlayouts
	}
	result.Elapsed = time.Since(r.start)
	if r.err != nil {
		result.Status = ply.Failed
	}
	if r.opt.Progress != nil {
		p := r.progress()
		p.Playouts, p.Done = result.Playouts, 1
		r.opt.Progress(p)
	}
	return result, r.err
}

// fail ends the search because of an error.
func (r *runs[M]) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failLocked(err)
}

func (r *runs[M]) failLocked(err error) {
	if r.err == nil {
		r.err = err
	}
	r.stop = ply.Failed
}

// watch reports the progress, and says when a checkpoint is due, until the workers have finished.
func (r *runs[M]) watch(finished <-chan struct{}) {
	var report, save <-chan time.Time
	if r.opt.Progress != nil {
		ticker := time.NewTicker(cmp.Or(r.opt.ProgressEvery, 100*time.Millisecond))
		defer ticker.Stop()
		report = ticker.C
	}
	if r.opt.Checkpoint != nil {
		ticker := time.NewTicker(cmp.Or(r.opt.CheckpointEvery, time.Minute))
		defer ticker.Stop()
		save = ticker.C
	}
	for {
		select {
		case <-finished:
			return
		case <-report:
			r.opt.Progress(r.progress())
		case <-save:
			r.epoch.Add(1)
		}
	}
}

func (r *runs[M]) progress() Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := Progress{Playouts: int(r.total.Load()), Runs: r.ended, Elapsed: time.Since(r.start)}
	if r.best != nil {
		p.Best, p.Found = r.best.score, true
	}
	part := func(spent, budget float64) {
		if budget > 0 {
			p.Done = min(1, max(p.Done, spent/budget))
		}
	}
	part(float64(p.Playouts), float64(r.opt.MaxPlayouts))
	part(float64(p.Elapsed), float64(r.opt.MaxTime))
	if r.opt.MaxRuns < math.MaxInt {
		part(float64(p.Runs), float64(r.opt.MaxRuns))
	}
	return p
}

// shared returns the best line of all runs, nil if there is none or the runs do not share it.
func (r *runs[M]) shared() *improvement[M] {
	if !r.opt.Share {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.best
}
