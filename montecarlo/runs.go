package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/finite"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// A method is a search in small steps, between which it can stop, or save the state for resuming.
type method interface {
	// step makes a playout or a few, and reports whether there is more to do. A halted step leaves a consistent state.
	step() bool

	appendState(w *saved.Writer)
	readState(r *saved.Reader)
}

// A kind is a search's use of [Options].
type kind struct {
	name    string // with all options that matter for a resumed search
	endless bool   // without a budget it goes on until the puzzle is solved
}

// runs makes the runs of a search and finds the best. The result is the same as if the numbered runs were made in
// sequence. Workers make several at a time, each up to the playouts that earlier runs may leave it: any excess is cut
// off in the end, since a run records when it found each line.
type runs[M comparable] struct {
	ctx      context.Context
	limits   ply.Limits
	opt      Options[M]
	most     int       // playouts of all runs
	name     string    // of the method, with its options and the seed
	start    time.Time // less the time of the search that this one resumes
	deadline time.Time // zero for none
	seed     [2]uint64
	workers  []*worker[M]

	mu       sync.Mutex
	resumed  []*worker[M]        // of the search to go on with, not yet begun
	next     int                 // the next run to begin
	active   []*worker[M]        // those at work, in the order of their runs
	finished map[int]*outcome[M] // runs that are not yet part of result
	folded   int                 // runs that are part of result, those before this number
	result   Result[M]
	best     *improvement[M] // of all runs at any time
	known    *improvement[M] // the line that was found elsewhere; nil for none
	total    atomic.Int64    // playouts up to now
	ended    int             // runs, which is part of the state
	stop     ply.Status      // why the search must end, Complete if it need not
	solvedAt int             // the first run that found a solution
	err      error

	halted atomic.Bool  // all workers must end
	epoch  atomic.Int64 // of the checkpoint that is due
	passed int64        // the epoch of the last state that was complete
	state  []byte       // that state, nil if it was handed over

	kept     *saved.Run // nil without a checkpoint
	reported time.Time  // when the last call of Progress was due
}

type outcome[M comparable] struct {
	record[M]
	complete bool
}

type worker[M comparable] struct {
	*sampler[M]
	runs     *runs[M]
	random   rand.PCG // of the run
	pacer    stop.Pacer
	run      int
	method   method
	restored bool         // saved, if there is such a state, was read to its end
	done     atomic.Int64 // playouts of the run
	counted  int          // playouts that are in runs.total
	epoch    int64        // of saved
	saved    []byte       // the state of the run, empty for its beginning

	before struct { // the present step
		random rand.PCG
		record record[M]
	}
}

func search[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M], of kind,
	newMethod func(*worker[M]) (method, error)) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := limits.Check(); err != nil {
		return failed, fmt.Errorf("montecarlo: %w", err)
	}
	if err := opt.check(); err != nil {
		return failed, err
	}
	if opt.MaxRuns == 0 {
		opt.MaxRuns = math.MaxInt
		if limits == (ply.Limits{}) && !of.endless {
			opt.MaxRuns = 1
		}
	}
	cloner, canClone := any(g).(ply.Cloner[G])
	if opt.Workers > 1 && !canClone {
		return failed, fmt.Errorf("montecarlo: Workers is %d, but %T is no ply.Cloner", opt.Workers, g)
	}
	opt.Workers = max(opt.Workers, 1)
	seed, err := opt.seed()
	if err != nil {
		return failed, err
	}
	r := &runs[M]{
		ctx: ctx, limits: limits, opt: opt, most: cmp.Or(limits.Nodes, math.MaxInt),
		name:     of.name,
		seed:     seed,
		finished: make(map[int]*outcome[M]),
		solvedAt: math.MaxInt,
	}
	if opt.MaxLength > 0 {
		r.name += fmt.Sprintf(" with playouts of up to %d moves", opt.MaxLength)
	}
	r.name += fmt.Sprintf(", seed %x", seed)
	defer func() { r.kept.End() }()
	samplerOf := func(i int, random rand.Source) (*sampler[M], error) {
		if i == 0 {
			return newSampler(g, random, opt.MaxLength)
		}
		return newSampler(apart.Clone(cloner), random, opt.MaxLength)
	}
	if err := guard.Run(r.describe, func() error { return r.prepare(g, samplerOf) }); err != nil {
		return failed, err
	}
	group := guard.Group{Stop: func() { r.halted.Store(true) }}
	for _, w := range r.workers {
		group.Go(w.describe, func() { w.work(newMethod) })
	}
	fault := group.Wait(r.watchEvery(), r.watch)
	r.err = cmp.Or(r.err, fault)
	return r.conclude()
}

func (r *runs[M]) prepare(g ply.Game[M], samplerOf func(int, rand.Source) (*sampler[M], error)) error {
	for i := range r.opt.Workers {
		w := &worker[M]{runs: r}
		var err error
		if w.sampler, err = samplerOf(i, &w.random); err != nil {
			return err
		}
		w.searching, w.look = true, w.lookAround
		w.credit = 0
		r.workers = append(r.workers, w)
	}
	r.start = time.Now()
	r.reported = r.start
	if err := r.keep(g); err != nil {
		r.workers[0].back(0)
		return err
	}
	if r.limits.Time > 0 {
		r.deadline = r.start.Add(r.limits.Time)
	}
	if r.opt.initialLine != nil {
		return r.know(r.workers[0].sampler)
	}
	return nil
}

// know adopts the initial line. The sampler is at the start.
func (r *runs[M]) know(p *sampler[M]) error {
	for i, m := range r.opt.initialLine {
		if p.next = p.game.Moves(p.next[:0]); !slices.Contains(p.next, m) {
			p.back(0)
			return fmt.Errorf("montecarlo: move %d of InitialLine, %v, is not legal", i+1, m)
		}
		p.play(m)
	}
	score, solved := p.score()
	line := p.describe()
	p.back(0)
	if !finite.Is(score) {
		return fmt.Errorf("montecarlo: InitialLine: %w", finite.Error(p.game, "Score", score, line))
	}
	r.known = &improvement[M]{score: score, solved: solved, line: slices.Clone(r.opt.initialLine)}
	return nil
}

func (r *runs[M]) describe() string {
	if len(r.workers) == 0 {
		return "[]"
	}
	return r.workers[0].describe()
}

func (w *worker[M]) take() bool {
	r := w.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop != ply.Complete {
		return false
	}
	if len(r.resumed) > 0 {
		// A resumed run is already in active.
		old := r.resumed[0]
		r.resumed = r.resumed[1:]
		w.run, w.saved, w.epoch = old.run, old.saved, r.epoch.Load()
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
	w.saved, w.epoch = nil, r.epoch.Load()
	r.active = append(r.active, w)
	return true
}

// allowance returns the playouts that a worker's run may make by present knowledge. It never grows.
func (r *runs[M]) allowance(w *worker[M]) int {
	left := int64(r.most) - int64(r.result.Nodes)
	for _, a := range r.active {
		if a.run < w.run {
			left -= a.done.Load()
		}
	}
	for number, o := range r.finished {
		if number < w.run {
			left -= int64(o.playouts)
		}
	}
	return int(max(0, left))
}

func (w *worker[M]) begin(newMethod func(*worker[M]) (method, error)) error {
	w.restart()
	w.counted, w.halted, w.restored, w.limit, w.certain = 0, false, true, math.MaxInt, 0
	w.random.Seed(transposition.Mix(w.runs.seed[0]+uint64(w.run)), transposition.Mix(w.runs.seed[1]^transposition.Mix(uint64(w.run))))
	var err error
	if w.method, err = newMethod(w); err != nil {
		return err
	}
	if len(w.saved) > 0 {
		err = w.restore()
	}
	w.credit = 0 // sets the limit before the first playout
	return err
}

// restore reads the saved state of a run, unless the sampler is halted.
func (w *worker[M]) restore() error {
	state, err := saved.Decode(w.saved)
	if err != nil {
		return fmt.Errorf("montecarlo: cannot resume: %w", err)
	}
	w.readState(state)
	w.counted = w.playouts // those are part of the total
	w.restored = false
	w.method.readState(state)
	if w.halted {
		return nil
	}
	w.restored = true
	if err := state.Close(); err != nil {
		return fmt.Errorf("montecarlo: cannot resume: %w", err)
	}
	return nil
}

func (w *worker[M]) work(newMethod func(*worker[M]) (method, error)) {
	for w.take() && w.do(newMethod) {
		w.back(0)
	}
	w.back(0)
}

// do continues a run until it must stop, and reports whether another may follow.
func (w *worker[M]) do(newMethod func(*worker[M]) (method, error)) bool {
	if err := w.begin(newMethod); err != nil {
		w.runs.fail(err)
		return false
	}
	for more := !w.halted; more; {
		w.before.random, w.before.record = w.random, w.record
		if !w.tick() {
			break
		}
		if w.epoch < w.runs.epoch.Load() {
			w.checkpoint()
		}
		more = w.method.step() && !w.over()
	}
	if w.fault != nil {
		w.runs.fail(w.fault)
	}
	return w.deliver(w.solved || !w.halted)
}

// lookAround reports the work done, and checks whether and how long the run may continue.
func (w *worker[M]) lookAround() {
	r := w.runs
	w.credit = w.pacer.Next(time.Now()) - 1
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop == ply.Complete {
		r.stop = stop.Status(r.ctx, r.deadline)
	}
	w.halted = w.fault != nil || r.halted.Load() || r.stop != ply.Complete || w.run > r.solvedAt
	if !w.restored {
		return
	}
	w.account()
	w.limit = r.allowance(w)
	w.certain = 0
	if r.limits.Nodes == 0 || r.active[0] == w {
		w.certain = w.limit
	}
}

func (w *worker[M]) account() {
	r := w.runs
	r.total.Add(int64(w.playouts - w.counted))
	w.counted = w.playouts
	w.done.Store(int64(w.playouts))
	if n := len(w.improvements); n > 0 {
		if best := &w.improvements[n-1]; r.best == nil || better(best, r.best) {
			r.best = best
		}
	}
	if w.solved {
		r.solvedAt = min(r.solvedAt, w.run)
	}
}

func better[M comparable](a, b *improvement[M]) bool {
	if a.solved != b.solved {
		return a.solved
	}
	return a.score > b.score
}

func (w *worker[M]) deliver(complete bool) bool {
	r := w.runs
	r.mu.Lock()
	defer r.mu.Unlock()
	w.account()
	if !complete {
		if w.restored {
			// A resumed search repeats the present step. conclude finds the run among those active.
			now := w.record
			w.random, w.record = w.before.random, w.before.record
			w.save()
			w.record = now
		}
		return false
	}
	r.ended++
	r.active = slices.DeleteFunc(r.active, func(a *worker[M]) bool { return a == w })
	r.finished[w.run] = &outcome[M]{w.record, true}
	r.foldFinished()
	r.gather(w.sampler)
	return true
}

// foldFinished adds finished runs to the result if playouts certainly remain for them.
func (r *runs[M]) foldFinished() {
	for {
		o := r.finished[r.folded]
		if o == nil || o.playouts > r.most-r.result.Nodes {
			return
		}
		delete(r.finished, r.folded)
		r.fold(o)
	}
}

// fold adds the next run to the result, up to the playouts left.
func (r *runs[M]) fold(o *outcome[M]) {
	r.folded++
	if r.result.Status != ply.Complete {
		return
	}
	left := r.most - r.result.Nodes
	if left <= 0 {
		r.result.Status = ply.OutOfNodes
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
			r.result.Nodes += found.playouts
			return
		}
	}
	r.result.Nodes += min(o.playouts, left)
	if o.playouts > left || o.playouts == left && !o.complete {
		r.result.Status = ply.OutOfNodes
	}
}

func (r *runs[M]) conclude() (Result[M], error) {
	if r.kept != nil && r.err == nil {
		var state []byte
		r.err = guard.Run(r.describe, func() error {
			state = r.appendState(r.workers[0].sampler)
			return nil
		})
		if r.err == nil {
			r.err = r.store(state)
		}
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
	if result.Status == ply.Complete && result.Nodes >= r.most && r.next < r.opt.MaxRuns {
		result.Status = ply.OutOfNodes
	}
	result.Elapsed = time.Since(r.start)
	if r.err != nil {
		result.Status = ply.Failed
		return result, r.err
	}
	if r.opt.Progress != nil {
		r.opt.Progress(result)
	}
	return result, nil
}

func (r *runs[M]) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = cmp.Or(r.err, err)
	r.stop = ply.Failed
}

func (r *runs[M]) watchEvery() time.Duration {
	return max(min(stop.Interval(r.ctx), r.kept.Every()), stop.Every)
}

func (r *runs[M]) watch() {
	now := time.Now()
	if r.opt.Progress != nil && now.Sub(r.reported) >= stop.Interval(r.ctx) {
		r.reported = now
		r.opt.Progress(r.snapshot())
	}
	if r.kept == nil {
		return
	}
	r.mu.Lock()
	state, passed := r.state, r.passed
	r.state = nil
	r.mu.Unlock()
	if state != nil {
		if err := r.store(state); err != nil {
			r.fail(err)
		}
	}
	if r.kept.Due(now) && passed == r.epoch.Load() {
		r.epoch.Add(1)
	}
}

func (r *runs[M]) snapshot() Result[M] {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Result[M]{
		Report: ply.Report{Status: ply.InProgress, Nodes: int(min(r.total.Load(), math.MaxInt)), Elapsed: time.Since(r.start)},
		Runs:   r.next,
	}
	if r.best != nil {
		s.Line, s.Score, s.Found = r.best.line, r.best.score, true
	}
	return s
}

// shared returns the best of the initial line and, with ShareBest, all runs' lines, or nil.
func (r *runs[M]) shared() *improvement[M] {
	if !r.opt.shareBest {
		return r.known
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known != nil && (r.best == nil || better(r.known, r.best)) {
		return r.known
	}
	return r.best
}
