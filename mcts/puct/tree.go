package puct

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A Tree is a search tree for the present position of a game. It is kept between searches, and between moves if these
// are played with [Tree.Play].
//
// Between calls, the game is in the position of the root. The caller may read it, but must not change it except through
// Play, or before a call of Reset. A Tree is used by one goroutine at a time, whatever the number of its workers.
//
// If the game or the evaluator panics, the method returns a [*ply.GamePanic], and so do all later calls, since the
// position of the game is no longer known.
type Tree[G ply.AdversarialGame[M], M comparable] struct {
	opt      Options[M]
	evaluate Evaluator[G, M]
	random   *rand.Rand
	full     int      // the outcome that counts as a full win,
	unit     float64  // the same
	clone    func() G // nil if the game cannot be cloned
	slots    []*slot[G, M]

	mu      sync.Mutex // guards all that follows, if shared
	shared  bool       // an asynchronous search is at work
	store   store[M]
	top     top
	scratch []float64
	deep    int // the longest path

	one     *batch[G, M]   // of the synchronous search
	asked   *batch[G, M]   // that the evaluator of a synchronous search has; nil for none
	current *slot[G, M]    // at work in a synchronous search
	bumped  []step[M]      // paths of simulations that collided, to be withdrawn at the end of the round
	spare   []*batch[G, M] // of the asynchronous search

	failed   error // a panic of the game
	lost     bool  // the game is in no position known
	unrooted error // there was no room for the present position
}

// Search returns the best move that it finds in the present position of g. It grows a new tree with [New] and discards
// it afterwards.
//
// If a limit or ctx ends the search, the result is the best move found so far, and its Status says why the search
// ended. If the game is over, the error is [ErrFinished]. Options or limits that are not valid, or that the game does
// not support, are errors. A simulation takes one evaluation, or a part of one in a batch, and the time to choose and
// play the moves on its path; it allocates nothing but the memory of the tree ([Options.MaxMemory]).
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, evaluate Evaluator[G, M], limits Limits,
	opt Options[M]) (Result[M], error) {
	t, err := New(g, evaluate, opt)
	if err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	return t.Search(ctx, limits)
}

// New returns a tree whose root is the present position of g. The tree plays on g from then on; see [Tree] for what the
// caller may still do with it. It returns an error if the options are not valid, if they need a capability that g does
// not have, if g hides something ([ply.Imperfect]), or if MaxMemory is too small for the root. The position is evaluated
// by the first search.
func New[G ply.AdversarialGame[M], M comparable](g G, evaluate Evaluator[G, M], opt Options[M]) (*Tree[G, M], error) {
	if guard.IsNil(g) {
		return nil, errNoGame
	}
	if evaluate == nil {
		return nil, errNoEvaluator
	}
	if err := sides.Open(g); err != nil {
		return nil, fmt.Errorf("puct: %w", err)
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	t := &Tree[G, M]{opt: opt, evaluate: evaluate}
	t.random = rand.New(rand.NewPCG(opt.Random.Uint64(), opt.Random.Uint64()))
	t.store.maxMemory = opt.MaxMemory
	t.full = max(opt.Scale, 1)
	t.unit = float64(t.full)
	if c, ok := any(g).(ply.Cloner[G]); ok {
		t.clone = c.Clone
	} else if opt.slots() > 1 {
		return nil, fmt.Errorf("puct: more than one position at a time (Batch, InFlight) needs a ply.Cloner, which %T is not", g)
	}
	t.one = newBatch[G, M](opt.Batch)
	for range opt.InFlight + 1 {
		t.spare = append(t.spare, newBatch[G, M](opt.Batch))
	}
	if err := t.guarded(func() error { return t.begin(g) }); err != nil {
		return nil, err
	}
	return t, nil
}

// begin makes the slots, and the present position of g the root.
func (t *Tree[G, M]) begin(g G) error {
	t.slots = t.slots[:0]
	for i := range t.opt.slots() {
		position := g
		if i > 0 {
			position = t.clone()
		}
		t.slots = append(t.slots, &slot[G, M]{leaf: Leaf[G, M]{Position: position}, game: position})
	}
	return t.plantRoot()
}

// plantRoot makes the present position the root of the store, which it empties.
func (t *Tree[G, M]) plantRoot() error {
	t.unrooted = nil
	s := t.slots[0]
	playing := t.look(s)
	if t.unrooted = t.store.reset(len(s.leaf.Moves)); t.unrooted == nil && playing {
		t.store.root = t.plant(s)
	}
	return t.unrooted
}

// guarded calls f, which calls the game and no callbacks. A panic of the game is an error, of this and of all later
// calls.
func (t *Tree[G, M]) guarded(f func() error) (err error) {
	t.lost = true // if the game ends the goroutine
	t.failed = guard.Run(t.lineOf, func() error {
		err = f() // which does not make the tree unusable
		return nil
	})
	t.lost = t.failed != nil
	return cmp.Or(t.failed, err)
}

// usable returns an error if the tree has failed.
func (t *Tree[G, M]) usable() error {
	if t.failed == nil && t.lost {
		return errLost
	}
	return t.failed
}

// Reset discards the tree and makes the present position of the game the root. Call it after changing the position of
// the game without [Tree.Play].
func (t *Tree[G, M]) Reset() error {
	if err := t.usable(); err != nil {
		return err
	}
	g := t.slots[0].leaf.Position
	return t.guarded(func() error {
		if c, ok := any(g).(ply.Cloner[G]); ok {
			t.clone = c.Clone
		}
		return t.begin(g)
	})
}

// Play plays m on the game and makes the new position the root. The subtree of that position is kept; the memory of the
// rest is used for what grows next. Play returns an error if m is not legal. If MaxMemory is too small for the moves of
// the new position, it also returns an error, although the move was played.
func (t *Tree[G, M]) Play(m M) error {
	if err := t.usable(); err != nil {
		return err
	}
	return t.guarded(func() error {
		if !slices.Contains(t.slots[0].game.Moves(nil), m) {
			return fmt.Errorf("puct: move %v is not legal", m)
		}
		for _, s := range t.slots {
			s.game.Play(m)
		}
		if root := t.store.root; root != noNode {
			arcs := t.store.arcsOf(t.store.nodes.at(root))
			for i := range arcs {
				if to := arcs[i].node; arcs[i].move == m && to >= firstNode {
					t.store.keep(to)
					t.unrooted = nil
					return nil
				}
			}
		}
		return t.plantRoot()
	})
}

// A run is one search: what it may take, and what it has done.
type run struct {
	ctx         context.Context
	limits      Limits
	start       time.Time
	deadline    time.Time  // of the limits or of the context, whichever comes first; zero for none
	status      ply.Status // InProgress while the search goes on
	begun       int        // simulations, those not counted yet included
	done        int        // simulations
	evaluations int
	calls       int
	decideAt    int  // simulations before which nothing can be decided by their number
	reporting   bool // a callback of the caller is at work
}

// end ends the search, with the first status given.
func (r *run) end(s ply.Status) {
	if r.status == ply.InProgress {
		r.status = s
	}
}

func (r *run) over() bool { return r.status != ply.InProgress }

// look ends the search if its time is over or its context ends.
func (r *run) look() {
	if status := stop.Status(r.ctx, r.deadline); status != ply.Complete {
		r.end(status)
	}
}

// exhausted reports whether all simulations have begun.
func (r *run) exhausted() bool {
	return r.limits.MaxSimulations > 0 && r.begun >= r.limits.MaxSimulations
}

// Search adds simulations to the tree and returns the best move, as the function [Search] does. Simulations of earlier
// searches count: Result.Simulations is the number of all, and Result.Added the number of new ones.
func (t *Tree[G, M]) Search(ctx context.Context, limits Limits) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	if err := cmp.Or(t.usable(), t.unrooted, t.opt.checkLimits(ctx, limits)); err != nil {
		return failed, err
	}
	if t.store.root == noNode {
		return failed, ErrFinished
	}
	r := &run{ctx: ctx, limits: limits, start: time.Now(), status: ply.InProgress}
	if limits.MaxTime > 0 {
		r.deadline = r.start.Add(limits.MaxTime)
	}
	if end, ok := ctx.Deadline(); ok && (r.deadline.IsZero() || end.Before(r.deadline)) {
		r.deadline = end
	}
	within := ctx
	if !r.deadline.IsZero() {
		var expire context.CancelFunc
		within, expire = context.WithDeadline(ctx, r.deadline)
		defer expire()
	}
	within, cancel := context.WithCancel(within)
	defer cancel()
	t.top.assigned, t.deep = 0, 0
	t.lost = true // unless this ends
	defer func() {
		if r.reporting { // a callback has panicked or ended the goroutine
			t.shared = false
			t.tidy()
			t.lost = false
		}
	}()
	var wrong error // what the evaluator did wrong
	t.failed = guard.Run(t.lineOf, func() (err error) {
		if wrong = t.grow(within, cancel, r); !isPanic(wrong) {
			t.tidy()
		}
		return nil
	})
	if isPanic(wrong) {
		t.failed = wrong
	}
	t.lost = t.failed != nil
	if err := cmp.Or(t.failed, wrong); err != nil {
		r.status = ply.Failed
		return t.snapshot(r, false), err
	}
	if t.solved() {
		r.status = ply.Solved
	}
	result := t.snapshot(r, true)
	if t.opt.Progress != nil {
		r.reporting = true
		t.opt.Progress(result)
		r.reporting = false
	}
	return result, nil
}

// isPanic reports whether an error is a panic of the game or of the evaluator on another goroutine.
func isPanic(err error) bool {
	_, ok := err.(*ply.GamePanic)
	return ok
}

// grow evaluates the root, if that is not done, and makes simulations until the search ends.
func (t *Tree[G, M]) grow(ctx context.Context, cancel func(), r *run) error {
	if r.look(); r.over() {
		return nil
	}
	if n := t.store.nodes.at(t.store.root); !n.evaluated {
		s := t.slots[0]
		t.look(s)
		t.one.add(s)
		if err := t.call(ctx, r, t.one); err != nil || r.over() {
			return err
		}
		t.arrive(s)
		t.one.clear()
	}
	t.beginTop(r.limits.MaxSimulations)
	t.check(r)
	if t.opt.InFlight > 0 {
		return t.growTogether(ctx, cancel, r)
	}
	return t.growAlone(ctx, r)
}

// call asks the evaluator on the goroutine of the caller. It returns no error if the search is over.
func (t *Tree[G, M]) call(ctx context.Context, r *run, b *batch[G, M]) error {
	t.asked = b
	err := t.ask(ctx, b)
	t.asked = nil
	if err != nil {
		if r.look(); r.over() {
			return nil
		}
		return err
	}
	r.calls++
	r.evaluations += len(b.slots)
	return nil
}

// tidy takes back all that was begun and not counted, and all moves.
func (t *Tree[G, M]) tidy() {
	t.release()
	for _, s := range t.slots {
		if s.pending {
			t.withdraw(s)
		}
		s.undo()
	}
	t.one.clear()
	t.asked, t.current = nil, nil
}

// solved reports whether the value of the root is proven.
func (t *Tree[G, M]) solved() bool {
	n := t.store.nodes.at(t.store.root)
	return n.low == n.high
}

// mostVisits is the greatest number of simulations of the root.
const mostVisits = 1 << 31

// check ends the search if the root is solved, saturated or decided, or all simulations are done.
func (t *Tree[G, M]) check(r *run) {
	switch {
	case t.solved():
		r.end(ply.Solved)
	case t.store.nodes.at(t.store.root).visits >= mostVisits:
		r.end(ply.Saturated)
	case r.limits.MaxSimulations > 0 && r.done >= r.limits.MaxSimulations:
		r.end(ply.Complete)
	case r.limits.Decided && r.limits.MaxSimulations > 0 && r.done >= r.decideAt:
		r.decideAt = r.done + t.decide(r, r.limits.MaxSimulations-r.done)
	}
}

// decideByTime ends the search if it is decided by what there is time for.
func (t *Tree[G, M]) decideByTime(r *run) {
	if passed := time.Since(r.start); r.limits.Decided && !r.deadline.IsZero() && passed > 10*time.Millisecond {
		speed := float64(r.done) / passed.Seconds()
		t.decide(r, int(speed*time.Until(r.deadline).Seconds()))
	}
}

// decide ends the search if the simulations that are left are too few for any other move to become the most visited,
// and returns 0. Otherwise it returns how many it takes before that can be.
func (t *Tree[G, M]) decide(r *run, left int) int {
	n := t.store.nodes.at(t.store.root)
	first, second := 0, 0
	for _, a := range t.store.arcsOf(n) {
		visits := int(a.visits)
		switch {
		case a.high <= n.low: // others are better for certain
		case visits > first:
			first, second = visits, first
		case visits > second:
			second = visits
		}
	}
	lead := first - second
	if lead > left {
		r.end(ply.Decided)
		return 0
	}
	// With each of the next, if all go to the first move, the lead grows by 1 and one less is left.
	return (left-lead)/2 + 1
}
