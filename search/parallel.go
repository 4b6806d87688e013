package search

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// ParallelOptions are the options of [Parallel].
type ParallelOptions[M comparable] struct {
	// Options apply to the search as a whole, with these differences: [ply.Limits].Nodes may be exceeded by some thousand
	// nodes for each worker. With several workers, StopAtSolution stops at the solution that is found first,
	// which can differ from run to run. Done stays 0 until the end. Progress is called on the goroutine of the
	// caller while the workers search. Visit, MaxDepth and Continue must not be set.
	Options Options[M]

	// Workers is the number of goroutines that search. 0 means 1.
	Workers int

	// SplitAfter is the number of nodes after one move beyond which the remaining moves of the position become
	// tasks of their own. 0 means 100,000.
	SplitAfter int
}

// A ParallelResult is the [Result] of [Parallel], together with the numbers of workers and tasks.
type ParallelResult[M comparable] struct {
	Result[M]

	// Workers is the number of goroutines that searched. Tasks is the number of parts into which the space was
	// divided.
	Workers, Tasks int
}

// Parallel searches the [Incremental] space of a game with several goroutines, each on a clone of the game. A
// complete search has the same counts and the same best line as [DepthFirst], whatever the number of workers and
// their speed. The game must be acyclic. Parallel does not play on g itself.
//
// The space is divided as in Helmstetter 2007, section 5.4.2. A task is a position together with the set T of moves
// to leave out (see [Incremental]). As soon as one move, of any position on the line, has led to more than SplitAfter
// nodes, the moves after it become tasks, because siblings of that move are likely to lead to as many. Task sizes
// cannot be predicted, but because a task is created only next to a large subtree, few tasks turn out small. Free
// workers take the task that comes first in the order of the depth-first search.
//
// Parallel allocates nothing per node. A task keeps its moves and shares its line with other tasks. A worker plays that
// line to reach the task, and takes it back afterwards, which costs little unless lines are longer than SplitAfter.
//
// If the game panics, all workers stop, and the error is a [*ply.GamePanic]. The result then holds what was found until
// then, as it does when a limit or ctx ends the search.
func Parallel[G interface {
	ply.Game[M]
	ply.Commuter[M]
	ply.Cloner[G]
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt ParallelOptions[M]) (ParallelResult[M], error) {
	p := &parallel[M]{
		splitAfter: cmp.Or(opt.SplitAfter, 100_000),
		best:       opt.Options.Best,
		tasks:      taskHeap[M]{{order: []int{0}}},
		start:      time.Now(),
	}
	p.wake.L = &p.mu
	ctx, p.cancel = context.WithCancel(ctx)
	defer p.cancel()
	if err := opt.check(limits); err != nil {
		return p.finish(&opt, err)
	}
	var walkers []*walker[M]
	atStart := func() string { return "[]" }
	if err := guard.Run(atStart, func() (err error) {
		walkers, err = newWorkers(ctx, g, limits, &opt)
		return err
	}); err != nil {
		return p.finish(&opt, err)
	}
	p.result.Workers = len(walkers)
	group := guard.Group{Stop: p.stop}
	for _, w := range walkers {
		w.Total = &p.nodes
		group.Go(w.playing, func() { p.work(w) })
	}
	var watch func()
	if opt.Options.Progress != nil {
		watch = func() { opt.Options.Progress(p.snapshot()) }
	}
	err := group.Wait(stop.Interval(ctx), watch)
	for _, w := range walkers {
		err = cmp.Or(err, w.err)
	}
	return p.finish(&opt, err)
}

// check returns an error that names the option at fault.
func (o *ParallelOptions[M]) check(limits ply.Limits) error {
	switch {
	case o.Workers < 0:
		return fmt.Errorf("search: %d workers, want a number of goroutines or 0 for one", o.Workers)
	case o.SplitAfter < 0:
		return fmt.Errorf("search: SplitAfter is %d, want a number of nodes", o.SplitAfter)
	}
	if err := o.Options.check(limits); err != nil {
		return err
	}
	return o.Options.refuse("Parallel", "Visit", "MaxDepth", "Continue")
}

// newWorkers makes the walkers of the workers, each with a clone of the game.
func newWorkers[G interface {
	ply.Game[M]
	ply.Commuter[M]
	ply.Cloner[G]
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt *ParallelOptions[M]) ([]*walker[M], error) {
	options := opt.Options
	options.Progress = nil // the progress of one walker is only a part of it
	var walkers []*walker[M]
	for range max(opt.Workers, 1) {
		space := Incremental(apart.Clone[G](g))
		w := newWalker(ctx, limits, &options)
		if err := w.prepare(&space, limits, &options); err != nil {
			return nil, err
		}
		walkers = append(walkers, w)
	}
	return walkers, nil
}

// A task is a part of the space: what follows the moves from number next on of a position.
//
// Tasks are ordered as the depth-first search would come to them. The order of a task is that of
// the one that handed it over, then its number among those that this one handed over, then next.
type task[M comparable] struct {
	line  []M // from the start to the position; tasks share it, so it does not change
	moves []M // of the position; empty for the task that is the whole space
	order []int
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

// parallel is what the workers share.
type parallel[M comparable] struct {
	nodes      atomic.Int64 // visited, up to a few thousand for each worker
	splitAfter int
	best       Criterion
	start      time.Time
	cancel     context.CancelFunc

	mu        sync.Mutex
	wake      sync.Cond // there are new tasks, or no more will come
	tasks     taskHeap[M]
	busy      int // workers that may hand over tasks
	stopped   bool
	result    ParallelResult[M]
	bestOrder []int // of the task that found result.Line
}

// work searches tasks until there are none.
func (p *parallel[M]) work(w *walker[M]) {
	for t, order := p.take(); t != nil; t, order = p.take() {
		p.search(w, t, order)
	}
}

// search searches the part of a task that has this order. What it found before a panic counts too.
func (p *parallel[M]) search(w *walker[M], t *task[M], order []int) {
	w.result, w.kept = Result[M]{}, 0
	w.noteFrom = 0
	nodes, handed := w.nodes, 0
	w.handAfter = p.splitAfter
	var line []M // as long as that of the first task handed over; those of later ones are parts of it
	w.handOver = func(moves []M, next, depth int) {
		if next == len(moves) {
			return
		}
		if handed == 0 {
			line = slices.Clone(w.path[:depth])
		}
		p.give(&task[M]{
			line:  line[:depth],
			moves: slices.Clone(moves),
			order: append(slices.Clone(order), handed, next),
		})
		handed++
	}
	defer func() {
		w.result.Nodes, w.result.Depth = w.nodes-nodes, w.reach
		p.add(w, order)
	}()
	w.walkTask(t, order[len(order)-1])
}

// walkTask visits the part of a task that begins with move number next. The game is at the start.
func (w *walker[M]) walkTask(t *task[M], next int) {
	w.depth = -1
	if w.mustStop(0) {
		return
	}
	if len(t.moves) == 0 {
		w.start(0)
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
	w.path = w.path[:cap(w.path)]
	w.depth++
	moves, commuting := w.advancer.Advance(t.moves, next, next, append(w.stack[:0], t.moves...))
	w.stack = moves[:cap(moves)]
	w.enter(0, len(t.moves), len(moves), commuting, depth)
	w.game.Undo(m)
	w.depth--
	for _, m := range slices.Backward(t.line) {
		w.game.Undo(m)
		w.depth--
	}
}

// take returns the first task and its order, or nil when the search is over. It waits while busy
// workers may still hand over tasks.
func (p *parallel[M]) take() (t *task[M], order []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.tasks) == 0 && p.busy > 0 && !p.stopped {
		p.wake.Wait()
	}
	if len(p.tasks) == 0 || p.stopped {
		return nil, nil
	}
	t = p.tasks[0]
	order = slices.Clone(t.order)
	if *t.next()++; *t.next() < len(t.moves) {
		heap.Fix(&p.tasks, 0)
	} else {
		heap.Pop(&p.tasks)
	}
	p.busy++
	p.result.Tasks++
	return t, order
}

func (p *parallel[M]) give(t *task[M]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	heap.Push(&p.tasks, t)
	p.wake.Broadcast()
}

// add adds what a worker found in a task of this order.
func (p *parallel[M]) add(w *walker[M], order []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.busy--
	r, sum := &w.result, &p.result
	sum.Nodes += r.Nodes
	sum.Leaves += r.Leaves
	sum.Solutions += r.Solutions
	sum.IncrementalCuts += r.IncrementalCuts
	sum.Depth = max(sum.Depth, r.Depth)
	if r.Found && (!sum.Found || p.better(r, order)) {
		sum.Line, sum.Score, sum.Found, p.bestOrder = r.Line, r.Score, true, order
	}
	if r.Status != ply.Complete && !p.stopped {
		sum.Status, p.stopped = r.Status, true
		p.cancel()
	}
	p.wake.Broadcast()
}

// better reports whether a line found in a task of this order is better than the best up to now.
func (p *parallel[M]) better(r *Result[M], order []int) bool {
	var by int
	switch p.best {
	case ShortestSolution:
		by = cmp.Compare(len(p.result.Line), len(r.Line))
	case Longest:
		by = cmp.Compare(len(r.Line), len(p.result.Line))
	case HighestScore:
		by = cmp.Compare(r.Score, p.result.Score)
	}
	return by > 0 || by == 0 && slices.Compare(order, p.bestOrder) < 0
}

// stop ends the search: no worker takes another task.
func (p *parallel[M]) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	p.cancel()
	p.wake.Broadcast()
}

// snapshot returns what was found up to now.
func (p *parallel[M]) snapshot() Result[M] {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.result.Result
	r.Nodes = max(int(p.nodes.Load()), r.Nodes)
	r.Status, r.Elapsed = ply.InProgress, time.Since(p.start)
	return r
}

// finish returns the result of a search that ended with this error.
func (p *parallel[M]) finish(opt *ParallelOptions[M], err error) (ParallelResult[M], error) {
	if err == nil && p.result.Status == ply.Complete {
		p.result.Done = 1
	}
	_, err = ended(&opt.Options, &p.result.Result, time.Since(p.start), err)
	return p.result, err
}
