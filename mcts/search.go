package mcts

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

// Search returns the best move that it finds in the present position of g. It grows a new tree with [New] and discards
// it afterwards.
//
// If a limit or ctx ends the search, the result is the best move found so far, and its Status says why the search
// ended. If the game is over, the error is [ply.ErrFinished]. Options or limits that are not valid, or that the game does
// not support, are errors. A simulation takes time for one playout and for the moves on its path through the tree; for
// memory see [Options.Memory].
func Search[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	t, err := New(g, opt)
	if err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return t.Search(ctx, limits)
}

// Search adds simulations to the tree and returns the best move, as the function [Search] does. Simulations of earlier
// searches count: [Result.Visits] returns the number of all, and Result.Nodes is the number of new ones.
func (t *Tree[M]) Search(ctx context.Context, limits ply.Limits) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := cmp.Or(t.usable(), t.unrooted); err != nil {
		return failed, err
	}
	r := &run{every: stop.Interval(ctx)}
	r.Begin(ctx, limits, t.decidable(limits))
	if t.opt.Progress != nil {
		var result Result[M]
		r.snapshot = func() { result = t.snapshot(r, ply.InProgress) }
		r.report = func() { t.opt.Progress(result) }
	}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("mcts: %w", err)
	}
	if t.stores[0].root == noNode {
		return failed, ply.ErrFinished
	}
	r.serial = len(t.workers) == 1 || t.opt.Sharing == LeafPlayouts
	r.share(len(t.stores))
	for _, w := range t.workers {
		clear(w.total)
	}
	defer func() { // also if a callback panics, or anything ends the goroutine
		for _, w := range t.workers {
			if w.lost {
				t.state.Lose()
			}
			w.watch.run = nil
		}
	}()
	failure := guard.Run(t.workers[0].line, func() error { return t.grow(r) })
	t.state.End(failure)
	result := t.snapshot(r, r.Status())
	if r.refused.Load() && failure == nil {
		failure = errChance // after which the tree can still be used
	}
	switch {
	case failure != nil:
		result.Status = ply.Failed
		return result, failure
	case result.Solved():
		result.Status = ply.Solved // it may take what several trees have proven
	}
	if t.opt.Progress != nil {
		t.opt.Progress(result)
	}
	return result, nil
}

// snapshot returns the results of a search so far.
func (t *Tree[M]) snapshot(r *run, status ply.Status) Result[M] {
	result := t.result()
	result.Report = r.Report(int(r.done.Load()))
	result.Status = status
	result.Means = t.means(result.Nodes)
	return result
}
