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

// A crew is the goroutines of an asynchronous search: workers, which collect positions, and callers, which call the
// evaluator and add its evaluations to the tree. All its fields are guarded by the lock of the tree.
type crew[G any, M comparable] struct {
	run        *run
	wake       *sync.Cond
	cancel     func()
	free       []*slot[G, M]  // that no simulation uses
	filling    *batch[G, M]   // the batch that is being collected
	queue      []*batch[G, M] // waiting for a caller
	spare      []*batch[G, M]
	calling    int  // calls of the evaluator
	walking    int  // simulations on their way through the tree
	arrivals   int  // results that were added
	starved    bool // simulations have collided, and no result was added since
	collisions int  // whose visits stay until a result is added
	wrong      error
}

// growTogether makes simulations by several goroutines until the search ends.
func (t *Tree[G, M]) growTogether(ctx context.Context, cancel func(), r *run) error {
	c := &crew[G, M]{run: r, wake: sync.NewCond(&t.mu), cancel: cancel}
	c.free = append(c.free, t.slots...)
	c.spare = append(c.spare, t.spare...)
	for _, b := range c.spare {
		b.clear()
	}
	c.filling = c.take()
	t.shared = true
	defer func() { t.shared = false }()
	if r.Over() {
		return nil
	}
	group := guard.Group{Stop: func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		c.end(ply.Failed) // unless it has ended otherwise
	}}
	for range t.opt.Workers {
		var at *slot[G, M]
		group.Go(func() string { return at.line() }, func() { t.walk(c, &at) })
	}
	for range t.opt.InFlight {
		var asked *batch[G, M]
		group.Go(func() string { return asked.lines() }, func() { t.serve(ctx, c, &asked) })
	}
	reported, every := time.Now(), stop.Interval(ctx)
	watch := func() {
		report := t.opt.Progress != nil && time.Since(reported) >= every
		result, over := t.glance(c, report)
		if report && !over {
			r.reporting = true
			t.opt.Progress(result)
			r.reporting = false
			reported = time.Now()
		}
	}
	// The group has dealt with panics of the game, and passes on panics of callbacks only.
	var fault error
	guard.Callback(func() { fault = group.Wait(stop.Every, watch) })
	return cmp.Or(fault, c.wrong)
}

// glance ends the search if that is due, and returns the result up to now if it is wanted and the search goes on.
func (t *Tree[G, M]) glance(c *crew[G, M], wanted bool) (result Result[M], over bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !c.run.Look() {
		t.decideByTime(c.run)
	}
	if c.run.Over() {
		c.end(c.run.Status())
		return result, true
	}
	if wanted {
		result = t.snapshot(c.run)
	}
	return result, false
}

// end ends the search.
func (c *crew[G, M]) end(s ply.Status) {
	c.run.End(s)
	c.cancel()
	c.wake.Broadcast()
}

// take returns an empty batch, of which there is one more than callers.
func (c *crew[G, M]) take() *batch[G, M] {
	last := len(c.spare) - 1
	b := c.spare[last]
	c.spare = c.spare[:last]
	return b
}

// send hands the batch that is being collected over to the callers, if one of them is free.
func (t *Tree[G, M]) send(c *crew[G, M]) bool {
	if len(c.filling.slots) == 0 || c.calling+len(c.queue) >= t.opt.InFlight {
		return false
	}
	c.queue = append(c.queue, c.filling)
	c.filling = c.take()
	c.wake.Broadcast()
	return true
}

// beginNext waits until a simulation can begin, and returns its slot and how many results had arrived by then; nil if
// the search is over.
func (t *Tree[G, M]) beginNext(c *crew[G, M]) (s *slot[G, M], arrivals int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !c.run.Over() {
		full := len(c.filling.slots)+c.walking >= t.opt.Batch
		if !full && !c.starved && !c.run.exhausted() && len(c.free) > 0 && !t.barred() {
			last := len(c.free) - 1
			s = c.free[last]
			c.free = c.free[:last]
			c.run.begun++
			c.walking++
			return s, c.arrivals
		}
		// No other simulation can begin before the walking ones arrive. If there are none, the batch is as full as it
		// can be.
		if c.walking > 0 || !t.send(c) {
			c.wake.Wait()
		}
	}
	return nil, 0
}

// walk makes simulations until the search is over. at is the slot at work. If a simulation panics, the lock that it holds
// is released: otherwise nothing could end the search.
func (t *Tree[G, M]) walk(c *crew[G, M], at **slot[G, M]) {
	var simulating *slot[G, M] // which is this worker's own until it is handed back
	defer func() {
		if simulating != nil {
			t.unlock(simulating)
		}
	}()
	for {
		s, arrivals := t.beginNext(c)
		if s == nil {
			return
		}
		*at, simulating = s, s
		how := t.simulate(s)
		simulating = nil
		t.walked(c, s, how, arrivals)
	}
}

// walked deals with a simulation that began when a number of results had arrived.
func (t *Tree[G, M]) walked(c *crew[G, M], s *slot[G, M], how arrival, arrivals int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.walking--
	switch how {
	case counted:
		c.free = append(c.free, s)
		t.arrived(c, 1)
	case pending:
		c.filling.add(s)
	case collided:
		c.free = append(c.free, s)
		c.run.begun--
		t.collide(c, s, c.arrivals == arrivals && len(s.path) > 0)
	}
	c.wake.Broadcast()
}

// collide withdraws a simulation that has collided. If the evaluation that it ran into is pending, its visits
// stay until one arrives, to send the next ones elsewhere; after many collisions there is little left to find.
func (t *Tree[G, M]) collide(c *crew[G, M], s *slot[G, M], waits bool) {
	if !waits || t.opt.scheduled {
		t.withdraw(s)
		c.starved = c.starved || waits
		return
	}
	t.bumped = append(t.bumped, s.path...)
	c.collisions++
	c.starved = c.collisions >= t.opt.slots()
}

// arrived notes that results were added to the tree.
func (t *Tree[G, M]) arrived(c *crew[G, M], count int) {
	c.arrivals += count
	c.starved, c.collisions = false, 0
	t.release()
	c.run.done += count
	if t.check(c.run); c.run.Over() {
		c.end(c.run.Status())
	}
}

// serve calls the evaluator until the search is over. asked is the batch at work.
func (t *Tree[G, M]) serve(ctx context.Context, c *crew[G, M], asked **batch[G, M]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var single batch[G, M]
	for {
		for len(c.queue) == 0 && !c.run.Over() {
			c.wake.Wait()
		}
		if c.run.Over() {
			return
		}
		b := c.queue[0]
		c.queue = append(c.queue[:0], c.queue[1:]...)
		*asked = b
		c.calling++
		err := t.askUnlocked(ctx, b)
		*asked = &single // if a panic follows, it is about this position
		c.calling--
		if err != nil {
			if !c.run.Look() {
				c.wrong = err
				c.end(ply.Failed)
			}
			return // pending simulations are withdrawn
		}
		c.run.evaluations += len(b.slots)
		for i, s := range b.slots {
			single.slots = b.slots[i : i+1]
			t.settle(s)
		}
		c.free = append(c.free, b.slots...)
		count := len(b.slots)
		b.clear()
		c.spare = append(c.spare, b)
		t.arrived(c, count)
		c.wake.Broadcast()
	}
}

// askUnlocked is ask without the lock.
func (t *Tree[G, M]) askUnlocked(ctx context.Context, b *batch[G, M]) error {
	t.mu.Unlock()
	defer t.mu.Lock()
	return t.ask(ctx, b)
}
