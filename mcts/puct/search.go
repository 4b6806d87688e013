package puct

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// Search returns the best move that it finds in the present position of g. It grows a new tree with [New] and discards
// it afterwards.
//
// If a limit or ctx ends the search, the result is the best move found so far, and its Status says why the search
// ended. If the game is over, the error is [ply.ErrFinished]. Options or limits that are not valid, or that the game does
// not support, are errors. A simulation takes one evaluation, or a part of one in a batch, and the time to choose and
// play the moves on its path; it allocates nothing but the memory of the tree ([Options.Memory]).
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, evaluate Evaluator[G, M], limits ply.Limits,
	opt Options[M]) (Result[M], error) {
	t, err := New(g, evaluate, opt)
	if err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return t.Search(ctx, limits)
}

// Search adds simulations to the tree and returns the best move, as the function [Search] does. Simulations of earlier
// searches count: [Result.Visits] returns the number of all, and Result.Nodes is the number of new ones.
func (t *Tree[G, M]) Search(ctx context.Context, limits ply.Limits) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := cmp.Or(t.usable(), t.unrooted, t.opt.checkLimits(ctx, limits)); err != nil {
		return failed, err
	}
	if t.store.root == noNode {
		return failed, ply.ErrFinished
	}
	r := &run{}
	r.Begin(ctx, limits, t.opt.decidable(limits))
	within := ctx
	if !r.Deadline.IsZero() {
		var expire context.CancelFunc
		within, expire = context.WithDeadline(ctx, r.Deadline)
		defer expire()
	}
	within, cancel := context.WithCancel(within)
	defer cancel()
	t.top.assigned = 0
	t.state.Begin()
	defer func() {
		if r.reporting { // a callback has panicked or ended the goroutine
			t.shared = false
			t.tidy()
			t.state.End(nil)
		}
	}()
	var wrong error // the evaluator's fault
	failure := guard.Run(t.lineOf, func() (err error) {
		if wrong = t.grow(within, cancel, r); !isPanic(wrong) {
			t.tidy()
		}
		return nil
	})
	if isPanic(wrong) {
		failure = wrong
	}
	t.state.End(failure)
	if err := cmp.Or(failure, wrong); err != nil {
		result := t.snapshot(r)
		result.Status = ply.Failed
		return result, err
	}
	result := t.snapshot(r)
	if t.solved() {
		result.Status = ply.Solved
	}
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
	if r.Look() {
		return nil
	}
	if n := t.store.nodes.At(t.store.root); !n.evaluated {
		s := t.slots[0]
		t.look(s)
		if !slices.EqualFunc(s.leaf.Moves, t.store.arcsOf(n), func(m M, a arc[M]) bool { return m == a.move }) {
			panic(fmt.Sprintf("Moves of %T lists %v, and listed others in this position before", s.game, s.leaf.Moves))
		}
		t.one.add(s)
		if err := t.call(ctx, r, t.one); err != nil || r.Over() {
			return err
		}
		t.arrive(s)
		t.one.clear()
	}
	t.beginTop(r.Limits.Nodes)
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
		if r.Look() {
			return nil
		}
		return err
	}
	r.evaluations += len(b.slots)
	return nil
}

// tidy takes back all simulations begun and not counted, and all moves.
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
