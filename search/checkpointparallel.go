package search

import (
	"container/heap"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
)

// The state of a search by workers has the findings, the tasks, and the table. A task of a worker is saved with the line on which the
// worker stands. To save a state, all workers pause at once, for as long as these are copied. While the table is written, a recorder
// keeps the keys that workers add, which are removed from the table when the state is loaded. The table forgets some others.

// A place is where a worker is.
type place[M comparable] struct {
	task   *task[M]
	order  []int
	nodes  int // of the worker before the task
	handed int // tasks handed over
}

// A joinedKeeper saves the state of a search by workers. The zero keeper saves nothing.
type joinedKeeper[M comparable] struct {
	run    *saved.Run
	saver  sync.Mutex // of run
	ended  bool       // the search of the state had ended
	own    bool       // the table is the search's, which does not need it at its end
	before time.Duration

	// For the mu of the search:
	recorder hashtable.Recorder // of the table, while a state is being written
	pausing  bool
	pauses   int // ended
	paused   []*walker[M]
	left     []*task[M] // by workers that have stopped at a limit
}

// keep begins to save the state of a search, and loads it if there is one.
func (p *parallel[M]) keep(s *Space[M], walkers []*walker[M]) (err error) {
	if p.run, err = saved.BeginMoves(p.opt.Checkpoint, "depth-first search", s.game, p.opt.question(s), p.load); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	if p.run == nil {
		return nil
	}
	p.start = p.start.Add(-p.before)
	for _, w := range walkers {
		w.Resume(p.before)
		w.Save = func(now time.Time) error { return p.poll(w, now) }
		w.onStop = func() { p.leave(w) }
	}
	return nil
}

// poll pauses if another worker begins to save a state. If none does, it begins to save one, or goes on to write it.
func (p *parallel[M]) poll(w *walker[M], now time.Time) error {
	p.mu.Lock()
	if p.pausing {
		p.pause(w)
	}
	w.recorder = p.recorder
	p.mu.Unlock()
	if !p.saver.TryLock() {
		return nil
	}
	defer p.saver.Unlock()
	if p.run.Begins(now) {
		state := p.state(w)
		if state == nil {
			return nil
		}
		return p.run.Poll(now, true, func(to *saved.Writer) { p.write(to, state) })
	}
	return pollState(p.run, w.recorder, now, nil)
}

// pause waits until the state is copied. The caller holds mu.
func (p *parallel[M]) pause(w *walker[M]) {
	p.paused = append(p.paused, w)
	p.wake.Broadcast()
	for pause := p.pauses; p.pauses == pause && !p.stopped; {
		p.wake.Wait()
	}
}

// state has all workers pause, and copies the state for a worker. It returns nil if the search has been stopped.
func (p *parallel[M]) state(w *walker[M]) (state *joinedState[M]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pausing = true
	for len(p.paused) < p.busy-1 && !p.stopped {
		p.wake.Wait()
	}
	if !p.stopped {
		state = p.copied(append(p.paused, w))
		if p.table != nil {
			p.recorder = hashtable.Record(p.table)
			w.recorder, state.recorder = p.recorder, p.recorder
		}
	}
	p.pausing, p.paused = false, nil
	p.pauses++
	p.wake.Broadcast()
	return state
}

// leave keeps the rest of the task of a worker that stops at a limit.
func (p *parallel[M]) leave(w *walker[M]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = append(p.left, w.rest())
}

// rest returns the task of a worker without the part that it has done.
func (w *walker[M]) rest() *task[M] {
	t := w.place.task
	return &task[M]{t.line, t.moves, w.place.order, begun[M]{true, slices.Clone(w.standing()), w.place.handed}}
}

// saveEnd saves the state at the end of a search that did not fail.
func (p *parallel[M]) saveEnd() error {
	p.ended = p.result.Status == ply.Complete || p.result.Status == ply.Solved
	state := p.copied(nil)
	state.tasks = append(state.tasks, p.left...)
	if p.table != nil && !(p.ended && p.own) {
		state.recorder = hashtable.Record(p.table)
	}
	if err := p.run.Save(func(to *saved.Writer) { p.write(to, state) }); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	return nil
}

// A joinedState is a state as it is written.
type joinedState[M comparable] struct {
	findings[M]
	tasks    []*task[M]
	recorder hashtable.Recorder
}

// copied returns the state with the tasks and the findings of some workers.
func (p *parallel[M]) copied(busy []*walker[M]) *joinedState[M] {
	state := &joinedState[M]{findings: p.findings}
	state.result.Elapsed = time.Since(p.start)
	for _, w := range busy {
		state.findings.add(w, p.best)
		state.tasks = append(state.tasks, w.rest())
	}
	for _, t := range p.tasks {
		t := *t
		t.order = slices.Clone(t.order)
		state.tasks = append(state.tasks, &t)
	}
	state.result.Line = slices.Clone(state.result.Line)
	return state
}

func (p *parallel[M]) write(to *saved.Writer, s *joinedState[M]) {
	defer func() {
		p.mu.Lock()
		p.recorder = nil
		p.mu.Unlock()
	}()
	saved.WriteImage(to, []bool{p.ended})
	writeResult(to, &s.result)
	to.Float(s.score)
	writeOrder(to, s.bestOrder)
	if p.ended {
		s.tasks = nil
	}
	to.Int(len(s.tasks))
	for _, t := range s.tasks {
		saved.WriteMoves(to, t.line)
		saved.WriteMoves(to, t.moves)
		saved.WriteMoves(to, t.again)
		writeOrder(to, t.order)
		to.Int(t.handed)
		saved.WriteImage(to, []bool{t.alone})
	}
	if s.recorder != nil {
		s.recorder.Write(to)
	}
}

func (p *parallel[M]) load(r *saved.Reader) {
	var ended, alone [1]bool
	saved.ReadImage(r, ended[:])
	found := findings[M]{result: readResult[M](r), score: r.Float(), bestOrder: readOrder(r)}
	var tasks taskHeap[M]
	if !ended[0] {
		found.result.Status = ply.Complete
	}
	for range r.Count(saved.Many) {
		t := &task[M]{line: saved.ReadMoves[M](r), moves: saved.ReadMoves[M](r)}
		if t.again = saved.ReadMoves[M](r); len(t.again) == 0 {
			t.again = nil
		}
		t.order, t.handed = readOrder(r), r.Int()
		saved.ReadImage(r, alone[:])
		t.alone = alone[0]
		if n := len(t.order); r.Err() == nil && (n == 0 || t.order[n-1] < 0 || t.order[n-1] >= max(len(t.moves), 1)) {
			r.Fail("a task of no move")
		}
		if t.again != nil && len(t.moves) > 0 && len(t.again) < len(t.line)+2 {
			r.Fail("a task on a line of %d moves, want more than %d", len(t.again), len(t.line)+1)
		}
		if r.Err() != nil {
			return
		}
		tasks = append(tasks, t)
	}
	if p.table != nil && !(ended[0] && p.own) {
		hashtable.Restore(r, p.table)
	}
	if r.Err() != nil {
		return
	}
	heap.Init(&tasks)
	p.findings, p.tasks, p.ended, p.before = found, tasks, ended[0], found.result.Elapsed
	p.nodes.Store(int64(found.result.Nodes))
}

func writeOrder(w *saved.Writer, order []int) {
	w.Int(len(order))
	for _, n := range order {
		w.Int(n)
	}
}

func readOrder(r *saved.Reader) (order []int) {
	for n := r.Count(saved.Many); len(order) < n && r.Err() == nil; {
		order = append(order, r.Int())
	}
	return order
}
