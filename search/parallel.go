package search

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// parallel is the state that the workers of a search share.
//
// The space is divided as in Helmstetter 2007, section 5.4.2. A task is a position and the set T of moves to leave out
// (see [Incremental]). As soon as a move of a position on the line has led to more than splitAfter nodes, the moves
// after it become tasks, as its siblings likely lead to as many. Free workers take the first task.
//
// Nothing is allocated per node. A task keeps its moves and shares its line with other tasks. A worker plays the line
// to reach the task, and takes it back afterwards, which costs little unless lines are longer than splitAfter.
//
// Workers that remember positions share a table. Two that reach a position at the same time may both visit it.
type parallel[M comparable] struct {
	opt        *Options[M]
	nodes      atomic.Int64 // visited, behind by up to a few thousand for each worker
	splitAfter int
	best       criterion
	table      *hashtable.Concurrent // nil if no positions are remembered
	handles    []*hashtable.Handle   // of the workers
	start      time.Time
	ctx        context.Context
	cancel     context.CancelFunc

	mu      sync.Mutex
	wake    sync.Cond // there are new tasks, or no more will come, or a worker pauses or ends a pause
	tasks   taskHeap[M]
	taken   int // number of tasks taken
	busy    int // workers that may hand over tasks
	stopped bool
	findings[M]

	joinedKeeper[M] // of the Checkpoint
}

// findings are the findings of several tasks.
type findings[M comparable] struct {
	result    Result[M]
	score     float64 // of the position at the end of result.Line, if best is highestScore
	bestOrder []int   // of the task that found result.Line
}

func newParallel[M comparable](ctx context.Context, opt *Options[M]) *parallel[M] {
	p := &parallel[M]{opt: opt, splitAfter: 100_000, tasks: taskHeap[M]{{order: []int{0}}}, start: time.Now()}
	p.wake.L = &p.mu
	p.ctx, p.cancel = context.WithCancel(ctx)
	return p
}

func (p *parallel[M]) search(s *Space[M], limits ply.Limits) (Result[M], error) {
	defer p.cancel()
	defer func() {
		for _, h := range p.handles {
			h.Release()
		}
		if p.table != nil {
			hashtable.Close(s.table)
		}
	}()
	p.own = s.ownMemory()
	var walkers []*walker[M]
	atStart := func() string { return "[]" }
	defer func() { p.run.End() }()
	if err := guard.Run(atStart, func() (err error) {
		if walkers, err = p.newWorkers(s, limits); err == nil {
			err = p.keep(s, walkers)
		}
		return err
	}); err != nil || p.ended {
		return p.finish(err)
	}
	group := guard.Group{Stop: p.stop}
	for _, w := range walkers {
		w.Total = &p.nodes
		group.Go(w.playing, func() { p.work(w) })
	}
	var watch func()
	if p.opt.Progress != nil {
		watch = func() { p.opt.Progress(p.snapshot()) }
	}
	err := group.Wait(stop.Interval(p.ctx), watch)
	for _, w := range walkers {
		err = cmp.Or(err, w.err)
	}
	if err == nil {
		err = p.saveEnd()
	}
	return p.finish(err)
}

func (p *parallel[M]) open(s *Space[M]) (err error) {
	if s.table == nil {
		s.table = new(transposition.Table)
	}
	if p.table, err = hashtable.OpenShared[struct{}](s.table); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	p.table.Reset()
	return nil
}

func (p *parallel[M]) newWorkers(s *Space[M], limits ply.Limits) ([]*walker[M], error) {
	switch {
	case s.game == nil:
		return nil, errNoGame
	case s.identity != nil:
		return nil, errWorkersExact
	case !s.tree() && !s.acyclic():
		return nil, ply.ErrCyclic // a forgotten position may be on another worker's line
	case s.clone == nil:
		return nil, fmt.Errorf("search: Workers is %d, and several need a ply.Cloner, which %T is not", p.opt.Workers, s.game)
	case p.opt.Visit != nil:
		return nil, errWorkersVisit
	}
	if s.hasher != nil {
		if err := p.open(s); err != nil {
			return nil, err
		}
	}
	options := *p.opt
	options.Progress = nil // one walker sees only a part of the progress
	p.best = options.criterion(s.game)
	var walkers []*walker[M]
	for range max(options.Workers, 1) {
		space := s.clone()
		space.maxDepth = s.maxDepth
		if p.table != nil {
			p.handles = append(p.handles, p.table.Handle())
			space.memory, space.shared = p.handles[len(p.handles)-1], true
		}
		w := newWalker(p.ctx, limits, &options)
		if err := w.prepare(&space, limits, &options); err != nil {
			return nil, err
		}
		w.plain = false // expandPlain hands over nothing
		walkers = append(walkers, w)
	}
	return walkers, nil
}

var (
	errWorkersExact = errors.New("search: several Workers exclude ExactGraph, whose set is for one goroutine")
	errWorkersVisit = errors.New("search: several Workers exclude Visit: they search on clones of the game")
)

// A task is a part of the space: the lines after the moves of a position from number next on.
//
// Tasks are in depth-first order. An order is the order of the parent task, the number among its children, and next.
type task[M comparable] struct {
	line  []M // from the start to the position; shared by tasks, so it does not change
	moves []M // of the position; empty for the whole space
	order []int
	begun[M]
}

// begun is what was done of a task when a state was saved.
type begun[M comparable] struct {
	alone  bool // without the moves after next
	again  []M  // the moves from the start to the position where the worker stood; nil if it had not begun
	handed int  // tasks handed over
}

func (t *task[M]) next() *int { return &t.order[len(t.order)-1] }

type taskHeap[M comparable] []*task[M]

func (h taskHeap[M]) Len() int           { return len(h) }
func (h taskHeap[M]) Less(i, j int) bool { return slices.Compare(h[i].order, h[j].order) < 0 }
func (h taskHeap[M]) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *taskHeap[M]) Push(t any)        { *h = append(*h, t.(*task[M])) }
func (h *taskHeap[M]) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	*h = (*h)[:last]
	return t
}

func (p *parallel[M]) work(w *walker[M]) {
	for t, order := p.take(w); t != nil; t, order = p.take(w) {
		p.searchTask(w, t, order)
	}
}

// searchTask searches the part of a task with this order. The findings before a panic count too.
func (p *parallel[M]) searchTask(w *walker[M], t *task[M], order []int) {
	w.result, w.score, w.kept = Result[M]{}, 0, 0
	w.noteFrom = 0
	w.place = place[M]{task: t, order: order, nodes: w.nodes, handed: t.handed}
	w.again = t.again
	w.handAfter = p.splitAfter
	var line []M // the line of the first task handed over; later ones share parts of it
	w.handOver = func(moves []M, next, depth int) {
		if next == len(moves) {
			return
		}
		if line == nil {
			line = slices.Clone(w.path[:depth])
		}
		p.give(&task[M]{
			line:  line[:depth],
			moves: slices.Clone(moves),
			order: append(slices.Clone(order), w.place.handed, next),
		})
		w.place.handed++
	}
	defer func() {
		p.add(w)
	}()
	w.walkTask(t, order[len(order)-1])
}

// walkTask visits the part of a task from move number next on. The game is at the start.
func (w *walker[M]) walkTask(t *task[M], next int) {
	w.depth = -1
	if w.again == nil && w.mustStop(0) {
		return
	}
	if len(t.moves) == 0 {
		w.path = append(w.path, make([]M, max(0, len(w.again)-len(w.path)))...)
		w.start(w.startKey())
		return
	}
	w.path = w.path[:0]
	for _, m := range t.line {
		w.path = append(w.path, m)
		w.depth++
		w.game.Play(m)
	}
	m := t.moves[next]
	w.path = append(w.path, m)
	depth := len(w.path)
	if depth < len(w.again) {
		w.path = append(w.path, w.again[depth:]...)
	}
	w.path = w.path[:cap(w.path)]
	w.depth++
	known := 0
	if w.incremental {
		known = next
	}
	moves, commuting := w.advancer.Advance(t.moves, next, known, append(w.stack[:0], t.moves...))
	w.stack = moves[:cap(moves)]
	if w.hasher == nil {
		w.enter(0, len(t.moves), len(moves), commuting, depth)
	} else if key := w.rootKey(); w.again != nil || !w.seen(key) {
		w.enter(key, len(t.moves), len(moves), commuting, depth)
	}
	w.game.Undo(m)
	w.depth--
	for _, m := range slices.Backward(t.line) {
		w.game.Undo(m)
		w.depth--
	}
}

// take returns the first task and its order, nil at the end. It waits while busy workers may still hand over tasks.
func (p *parallel[M]) take(w *walker[M]) (t *task[M], order []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for (len(p.tasks) == 0 && p.busy > 0 || p.pausing) && !p.stopped {
		p.wake.Wait()
	}
	if len(p.tasks) == 0 || p.stopped {
		return nil, nil
	}
	t = p.tasks[0]
	order = slices.Clone(t.order)
	w.recorder = p.recorder
	if *t.next()++; *t.next() < len(t.moves) && !t.alone {
		heap.Fix(&p.tasks, 0)
	} else {
		heap.Pop(&p.tasks)
	}
	p.busy++
	p.taken++
	return t, order
}

func (p *parallel[M]) give(t *task[M]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	heap.Push(&p.tasks, t)
	p.wake.Broadcast()
}

func (p *parallel[M]) add(w *walker[M]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
	p.findings.add(w, p.best)
	if status := w.result.Status; status != ply.Complete && !p.stopped || status == ply.Solved {
		p.result.Status, p.stopped = status, true
		p.cancel()
	}
	p.wake.Broadcast()
}

// add adds the findings of a worker in its task. The line becomes that of the worker if it is better.
func (f *findings[M]) add(w *walker[M], best criterion) {
	r, sum := &w.result, &f.result
	sum.Nodes += w.nodes - w.place.nodes
	sum.Leaves += r.Leaves
	sum.Solutions += r.Solutions
	sum.IncrementalCuts += r.IncrementalCuts
	sum.MemoryHits += r.MemoryHits
	sum.Depth = max(sum.Depth, r.Depth)
	if r.Found && (!sum.Found || f.worse(w, best)) {
		sum.Line, sum.Found, f.score, f.bestOrder = r.Line, true, w.score, w.place.order
	}
}

func (f *findings[M]) worse(w *walker[M], best criterion) bool {
	var by int
	switch best {
	case longest:
		by = cmp.Compare(len(w.result.Line), len(f.result.Line))
	case highestScore:
		by = cmp.Compare(w.score, f.score)
	}
	return by > 0 || by == 0 && slices.Compare(w.place.order, f.bestOrder) < 0
}

func (p *parallel[M]) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	p.cancel()
	p.wake.Broadcast()
}

func (p *parallel[M]) snapshot() Result[M] {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.result
	r.Nodes = max(int(p.nodes.Load()), r.Nodes)
	r.Status, r.Elapsed = ply.InProgress, time.Since(p.start)
	return r
}

func (p *parallel[M]) finish(err error) (Result[M], error) {
	if err == nil && p.result.Status == ply.Complete {
		p.result.Done = 1
	}
	return ended(p.opt.Progress, &p.result, &p.result.Report, time.Since(p.start), err)
}
