package proof

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
)

func searchParallel[G hashedGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt *Options[M]) (Result[M], error) {
	if ply.AdversarialGame[M](g) == nil {
		return failed[M](), errNoGame
	}
	cloner, ok := any(g).(ply.Cloner[G])
	if !ok {
		return failed[M](), fmt.Errorf("proof: several workers need a ply.Cloner, which %T is not", g)
	}
	table, err := hashtable.OpenShared[numbers](opt.Table)
	if err != nil {
		return failed[M](), fmt.Errorf("proof: %w", err)
	}
	defer hashtable.Close(opt.Table)
	within, stop := context.WithCancel(ctx)
	defer stop()
	s := &parallelSearch[M]{stop: stop, counts: new(workerCounts)}
	defer s.release()
	err = guard.Run(func() string { return "[]" }, func() error {
		for range opt.Workers {
			if err := s.addWorker(within, apart.Clone(cloner), limits, opt, table.Handle()); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return failed[M](), err
	}
	return s.search(ctx, opt)
}

// The first worker of a parallelSearch reports the progress.
type parallelSearch[M comparable] struct {
	workers []*dfpn[M]
	handles []*hashtable.Handle
	counts  *workerCounts
	nodes   atomic.Int64 // of all, except those since each last looked at the clock
	stop    func()

	mu     sync.Mutex
	winner *dfpn[M] // the first to settle the start
	found  numbers  // by the winner
}

func (s *parallelSearch[M]) addWorker(ctx context.Context, g hashedGame[M], limits ply.Limits, opt *Options[M], handle *hashtable.Handle) error {
	s.handles = append(s.handles, handle)
	progress := opt.Progress
	if len(s.workers) > 0 {
		progress = nil
	}
	p, err := newProver[M](ctx, g, limits, opt.Above, progress)
	if err != nil {
		return err
	}
	d := newDFPN(p, g, sharedTable{handle}, opt)
	d.Total = &s.nodes
	d.counts = s.counts
	s.workers = append(s.workers, d)
	return nil
}

func (s *parallelSearch[M]) release() {
	for _, h := range s.handles {
		h.Release()
	}
}

func (s *parallelSearch[M]) search(ctx context.Context, opt *Options[M]) (Result[M], error) {
	first := s.workers[0]
	var k *keeper[M]
	err := guard.Run(first.line, func() (err error) {
		k, err = first.keep(opt, func() int { return int(s.nodes.Load()) })
		return err
	})
	if k != nil {
		defer k.run.End()
	}
	if err != nil {
		return failed[M](), err
	}
	if k.answer.answer() == Unknown {
		err = s.start()
	} else {
		s.winner, s.found, first.first = first, k.answer, k.first
	}
	for _, d := range s.workers {
		if err == nil {
			err = d.fault
		}
	}
	solver, n := first, unknown
	if s.winner != nil {
		solver, n = s.winner, s.found
	}
	if err == nil {
		err = k.end(n, solver.first)
	}
	r := solver.result(n)
	r.Nodes, r.Elapsed = 0, first.Elapsed()
	for _, d := range s.workers {
		r.Nodes += d.nodes
		if s.winner == nil && r.Status == ply.Cancelled && ctx.Err() == nil {
			r.Status = d.status // a worker stopped the others
		}
	}
	switch {
	case err != nil:
		r.Status = ply.Failed
	case r.Answer == Proved:
		r.Line = solver.first
	}
	return r, err
}

// start has all workers search the start, the first of them on the goroutine of the caller.
func (s *parallelSearch[M]) start() error {
	first := s.workers[0]
	others := guard.Group{Stop: s.stop}
	for _, d := range s.workers[1:] {
		others.Go(d.line, func() { s.work(d) })
	}
	return guard.Run(first.line, func() (err error) {
		defer func() {
			s.stop()
			if fault := others.Wait(0, nil); err == nil {
				err = fault
			}
		}()
		s.work(first)
		return nil
	})
}

// work searches the start, and stops all workers when it is settled or the search must end.
func (s *parallelSearch[M]) work(d *dfpn[M]) {
	n := d.search(numbers{infiniteProof, infiniteProof}, 0)
	s.mu.Lock()
	if n.answer() != Unknown && s.winner == nil {
		s.winner, s.found = d, n
	}
	s.mu.Unlock()
	s.stop()
}

type sharedTable struct{ handle *hashtable.Handle }

func (t sharedTable) Fetch(keys []uint64) { t.handle.Fetch(keys) }

func (t sharedTable) Lookup(key uint64) (numbers, bool) {
	data, ok := t.handle.Lookup(key)
	return numbers{uint32(data >> 32), uint32(data)}, ok
}

// Store stores a proof number and a disproof number under key. The argument work is the number of nodes searched to
// find these two numbers. The weight of the entry in the table grows with the logarithm of work.
func (t sharedTable) Store(key uint64, n numbers, work int) {
	t.handle.Store(key, uint64(n.proof)<<32|uint64(n.disproof), uint8(4*min(bits.Len(uint(work)), 63)))
}

// workerCounts count the workers at or below positions, by a hash of their keys.
type workerCounts [1 << 16]atomic.Int32

func (c *workerCounts) at(key uint64) *atomic.Int32 { return &c[key>>48] }

// virtual returns a proof number raised for other workers at the position.
func (c *workerCounts) virtual(key uint64, proof uint32) uint32 {
	if proof == 0 || proof == infiniteProof {
		return proof
	}
	if n := c.at(key).Load(); n > 0 {
		return uint32(min(uint64(proof)+uint64(n)*uint64(1+proof/4), mostProof))
	}
	return proof
}

// refresh fetches the findings of other workers about a move, and reports whether they changed.
func (d *dfpn[M]) refresh(i int, choice bool) bool {
	e, ok := d.table.Lookup(d.keys[i])
	if !ok {
		return false
	}
	n := e.as(d.direct).as(choice)
	if n == d.found[i] {
		return false
	}
	d.found[i] = n
	return true
}
