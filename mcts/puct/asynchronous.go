package puct

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// A pool holds the goroutines of an asynchronous search: workers collect positions, and callers call the evaluator and
// add its evaluations to the tree. The lock of the tree guards all fields.
type pool[G any, M comparable] struct {
	run        *run
	wake       *sync.Cond
	cancel     func()
	free       []*slot[G, M]  // that no simulation uses
	filling    *batch[G, M]   // the batch that is being collected
	queue      []*batch[G, M] // waiting for a caller
	spare      []*batch[G, M] // empty ones: of all batches, there is one more than callers
	calling    int            // calls of the evaluator
	walking    int            // simulations on their way through the tree
	arrivals   int            // results that were added
	starved    bool           // simulations have collided, and no result was added since
	collisions int            // whose visits stay until a result is added
	wrong      error
}

func (t *Tree[G, M]) searchAsynchronously(ctx context.Context, cancel func(), r *run) error {
	p := &pool[G, M]{run: r, wake: sync.NewCond(&t.mu), cancel: cancel}
	p.free = append(p.free, t.slots...)
	p.spare = append(p.spare, t.spare...)
	for _, b := range p.spare {
		b.clear()
	}
	p.filling = pop(&p.spare)
	t.shared = true
	defer func() { t.shared = false }()
	if r.Over() {
		return nil
	}
	group := guard.Group{Stop: func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		p.end(ply.Failed) // unless it has ended otherwise
	}}
	for range t.opt.Workers {
		var at *slot[G, M]
		group.Go(func() string { return at.line() }, func() { t.walk(p, &at) })
	}
	for range t.opt.InFlight {
		var asked *batch[G, M]
		group.Go(func() string { return asked.lines() }, func() { t.serve(ctx, p, &asked) })
	}
	reported, every := time.Now(), stop.Interval(ctx)
	watch := func() {
		report := t.opt.Progress != nil && time.Since(reported) >= every
		result, over := t.glance(p, report)
		if report && !over {
			r.reporting = true
			t.opt.Progress(result)
			r.reporting = false
			reported = time.Now()
		}
	}
	// The group handles panics of the game, and passes on panics of callbacks only.
	var fault error
	guard.Callback(func() { fault = group.Wait(stop.Every, watch) })
	return cmp.Or(fault, p.wrong)
}

// glance ends the search if that is due, and returns the result so far if it is wanted and the search continues.
func (t *Tree[G, M]) glance(p *pool[G, M], wanted bool) (result Result[M], over bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !p.run.Look() {
		t.decideByTime(p.run)
	}
	if p.run.Over() {
		p.end(p.run.Status())
		return result, true
	}
	p.run.keep(time.Now())
	if wanted {
		result = t.snapshot(p.run)
	}
	return result, false
}

func (p *pool[G, M]) end(s ply.Status) {
	p.run.End(s)
	p.cancel()
	p.wake.Broadcast()
}

func pop[T any](stack *[]T) T {
	last := len(*stack) - 1
	x := (*stack)[last]
	*stack = (*stack)[:last]
	return x
}

func (t *Tree[G, M]) send(p *pool[G, M]) bool {
	if len(p.filling.slots) == 0 || p.calling+len(p.queue) >= t.opt.InFlight {
		return false
	}
	p.queue = append(p.queue, p.filling)
	p.filling = pop(&p.spare)
	p.wake.Broadcast()
	return true
}

// beginNext waits until a simulation can begin, and returns its slot and the results so far, or nil at the search's end.
func (t *Tree[G, M]) beginNext(p *pool[G, M]) (s *slot[G, M], arrivals int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !p.run.Over() {
		full := len(p.filling.slots)+p.walking >= t.opt.Batch
		if !full && !p.starved && !p.run.exhausted() && len(p.free) > 0 && !t.barred() {
			p.run.begun++
			p.walking++
			return pop(&p.free), p.arrivals
		}
		// No other simulation can begin before the walking ones arrive. Without any, the batch cannot grow.
		if p.walking > 0 || !t.send(p) {
			p.wake.Wait()
		}
	}
	return nil, 0
}

// walk makes simulations until the search is over. at is the slot at work. A panic releases its lock.
func (t *Tree[G, M]) walk(p *pool[G, M], at **slot[G, M]) {
	var simulating *slot[G, M] // which is this worker's own until it is handed back
	defer func() {
		if simulating != nil {
			t.unlock(simulating)
		}
	}()
	for {
		s, arrivals := t.beginNext(p)
		if s == nil {
			return
		}
		*at, simulating = s, s
		how := t.simulate(s)
		simulating = nil
		t.walked(p, s, how, arrivals)
	}
}

// walked handles a simulation that began after a number of results.
func (t *Tree[G, M]) walked(p *pool[G, M], s *slot[G, M], how arrival, arrivals int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p.walking--
	switch how {
	case counted:
		p.free = append(p.free, s)
		t.arrived(p, 1)
	case pending:
		p.filling.add(s)
	case collided:
		p.free = append(p.free, s)
		p.run.begun--
		t.collide(p, s, p.arrivals == arrivals && len(s.path) > 0)
	}
	p.wake.Broadcast()
}

// collide withdraws a colliding simulation. If it ran into a pending evaluation, its visits stay until one arrives, to
// send others elsewhere; after many collisions there is little left to find.
func (t *Tree[G, M]) collide(p *pool[G, M], s *slot[G, M], waits bool) {
	if !waits || t.opt.scheduled {
		t.withdraw(s)
		p.starved = p.starved || waits
		return
	}
	t.bumped = append(t.bumped, s.path...)
	p.collisions++
	p.starved = p.collisions >= t.opt.slots()
}

func (t *Tree[G, M]) arrived(p *pool[G, M], count int) {
	p.arrivals += count
	p.starved, p.collisions = false, 0
	t.release()
	p.run.done += count
	if t.check(p.run); p.run.Over() {
		p.end(p.run.Status())
	}
}

// serve calls the evaluator until the search is over. asked is the batch at work.
func (t *Tree[G, M]) serve(ctx context.Context, p *pool[G, M], asked **batch[G, M]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var single batch[G, M]
	for {
		for len(p.queue) == 0 && !p.run.Over() {
			p.wake.Wait()
		}
		if p.run.Over() {
			return
		}
		b := p.queue[0]
		p.queue = append(p.queue[:0], p.queue[1:]...)
		*asked = b
		p.calling++
		err := t.askUnlocked(ctx, b)
		*asked = &single // if a panic follows, it is about this position
		p.calling--
		if err != nil {
			if !p.run.Look() {
				p.wrong = err
				p.end(ply.Failed)
			}
			return // pending simulations are withdrawn
		}
		t.last.evaluations += len(b.slots)
		for i, s := range b.slots {
			single.slots = b.slots[i : i+1]
			t.settle(s)
		}
		p.free = append(p.free, b.slots...)
		count := len(b.slots)
		b.clear()
		p.spare = append(p.spare, b)
		t.arrived(p, count)
		p.wake.Broadcast()
	}
}

func (t *Tree[G, M]) askUnlocked(ctx context.Context, b *batch[G, M]) error {
	t.mu.Unlock()
	defer t.mu.Lock()
	return t.ask(ctx, b)
}
