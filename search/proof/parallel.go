package proof

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/transposition"
)

// Parallel is [DepthFirst] by several goroutines, each on a clone of the game. [Options.Workers] is their number; 0 means
// 1. It gives the same answer. Which of several moves proves it, and how many nodes that takes, differs from run to run. It
// does not play on g itself.
//
// Every worker searches from the start. They share the table shared, and keep out of one another's way by virtual proof
// numbers (Kaneko 2010): as long as a worker is below a position, that position looks harder to the others than it is, by a
// quarter of its number for each worker there. The first worker that settles the start ends the search.
//
// The table may be kept for further searches, like that of DepthFirst. Where entries must be given up, those that took the
// least work go first.
//
// Nodes of the result are the sum over the workers. [ply.Limits].Nodes limits that sum, to within some thousand nodes for
// each worker. Proof and Disproof are those of the start as one of the workers sees it.
func Parallel[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
	ply.Cloner[G]
}, M comparable](ctx context.Context, g G, limits ply.Limits, shared *transposition.Concurrent, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	switch {
	case shared == nil:
		return failed, errNoTable
	case ply.AdversarialGame[M](g) == nil:
		return failed, errNoGame
	}
	if err := opt.check(); err != nil {
		return failed, err
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	t := &team[M]{stop: stop, crowd: new(crowd)}
	defer t.release()
	err := guard.Run(func() string { return "[]" }, func() error {
		for range max(opt.Workers, 1) {
			if err := t.recruit(within, apart.Clone[G](g), limits, &opt, shared.Handle()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return failed, err
	}
	return t.search(ctx, &opt)
}

// A team is the workers of a parallel search. The first reports.
type team[M comparable] struct {
	members []*dfpn[M]
	handles []*transposition.Handle
	crowd   *crowd
	nodes   atomic.Int64 // of all, but for those since they last looked at the clock
	stop    func()

	mu     sync.Mutex
	winner *dfpn[M] // the first that settled the start
	found  numbers  // by it
}

// recruit adds a member, with a game and an access to the table of its own.
func (t *team[M]) recruit(ctx context.Context, g interface {
	ply.AdversarialGame[M]
	ply.Hasher
}, limits ply.Limits, opt *Options[M], handle *transposition.Handle) error {
	t.handles = append(t.handles, handle)
	own := *opt
	own.Workers = 0
	if len(t.members) > 0 {
		own.Progress = nil
	}
	p, err := newProver(ctx, g, limits, &own)
	if err != nil {
		return err
	}
	d, err := newDepthFirst(p, g, sharedTable{handle}, &own)
	if err != nil {
		return err
	}
	d.Total = &t.nodes
	d.crowd = t.crowd
	t.members = append(t.members, d)
	return nil
}

// release gives back what the members had of the table.
func (t *team[M]) release() {
	for _, h := range t.handles {
		h.Release()
	}
}

// search has all members search the start, the first of them on the goroutine of the caller.
func (t *team[M]) search(ctx context.Context, opt *Options[M]) (Result[M], error) {
	first := t.members[0]
	if len(t.members) == 1 {
		first.crowd = nil
	}
	helpers := guard.Group{Stop: t.stop}
	for _, d := range t.members[1:] {
		helpers.Go(d.line, func() { t.work(d) })
	}
	err := guard.Run(first.line, func() (err error) {
		defer func() {
			t.stop()
			if fault := helpers.Wait(0, nil); err == nil {
				err = fault
			}
		}()
		t.work(first)
		return nil
	})
	for _, d := range t.members {
		if err == nil {
			err = d.fault
		}
	}
	solver, n := first, unknown
	if t.winner != nil {
		solver, n = t.winner, t.found
	}
	r := solver.result(n)
	r.Nodes, r.Elapsed = 0, first.Elapsed()
	for _, d := range t.members {
		r.Nodes += d.nodes
		if t.winner == nil && r.Status == ply.Cancelled && ctx.Err() == nil {
			r.Status = d.status // a member stopped the others
		}
	}
	switch {
	case err != nil:
		r.Status = ply.Failed
	case r.Answer == Proved:
		r.Line = solver.first
	}
	if err == nil && opt.Progress != nil {
		opt.Progress(r)
	}
	return r, err
}

// work searches the start, and ends the search of all when it is settled or there is no going on.
func (t *team[M]) work(d *dfpn[M]) {
	n := d.search(numbers{infiniteProof, infiniteProof}, 0)
	t.mu.Lock()
	if n.answer() != Unknown && t.winner == nil {
		t.winner, t.found = d, n
	}
	t.mu.Unlock()
	t.stop()
}

// A sharedTable is the access of a worker to the table that all share.
type sharedTable struct{ handle *transposition.Handle }

func (t sharedTable) Fetch(keys []uint64) { t.handle.Fetch(keys) }

func (t sharedTable) Lookup(key uint64) (Numbers, bool) {
	data, ok := t.handle.Lookup(key)
	return Numbers{numbers{uint32(data >> 32), uint32(data)}}, ok
}

// Store weighs an entry by the order of magnitude of its work.
func (t sharedTable) Store(key uint64, n Numbers, work int) {
	t.handle.Store(key, uint64(n.n.proof)<<32|uint64(n.n.disproof), uint8(4*min(bits.Len(uint(work)), 63)))
}

// A crowd counts how many workers are at or below positions, by a hash of their keys.
type crowd [1 << 16]atomic.Int32

func (c *crowd) at(key uint64) *atomic.Int32 { return &c[key>>48] }

// virtual returns a proof number as it looks with other workers there.
func (c *crowd) virtual(key uint64, proof uint32) uint32 {
	if proof == 0 || proof == infiniteProof {
		return proof
	}
	if n := c.at(key).Load(); n > 0 {
		return uint32(min(uint64(proof)+uint64(n)*uint64(1+proof/4), mostProof))
	}
	return proof
}

// refresh fetches what other workers have found out about a move since it was looked up. It reports whether that
// is something else.
func (d *dfpn[M]) refresh(i int, choice bool) bool {
	e, ok := d.table.Lookup(d.keys[i])
	if !ok {
		return false
	}
	n := e.n.as(d.direct).as(choice)
	if n == d.found[i] {
		return false
	}
	d.found[i] = n
	return true
}
