package retrograde

import (
	"context"
	"encoding"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

type worker[M comparable] struct {
	game     ply.AdversarialGame[M]
	indexer  Indexer
	backward Backward
	forward  Forward
	identity encoding.BinaryAppender
	hasher   ply.Hasher
	clone    func(ply.AdversarialGame[M]) ply.AdversarialGame[M]

	moves       []M
	path        []M
	other, same []uint64 // scratch
	spare       [2][]uint64
	queue       []uint64
	cursor      cursor
	at          uint64 // the index of the position being searched
	done        atomic.Int64
	ticks       int
	tally       tally
	values      []Value
	one         [1]Value
	_           [64]byte
}

func newWorker[M comparable](g ply.AdversarialGame[M], clone func(ply.AdversarialGame[M]) ply.AdversarialGame[M]) *worker[M] {
	w := &worker[M]{clone: clone}
	w.use(g)
	return w
}

func (w *worker[M]) use(g ply.AdversarialGame[M]) {
	w.game = g
	w.indexer, _ = g.(Indexer)
	w.backward, _ = g.(Backward)
	w.forward, _ = g.(Forward)
	w.identity, _ = g.(encoding.BinaryAppender)
	w.hasher, _ = g.(ply.Hasher)
	if w.indexer == nil {
		w.backward, w.forward = nil, nil
	}
}

func (w *worker[M]) line() string {
	if w.indexer != nil {
		return fmt.Sprintf("index %d and %v", w.at, w.path)
	}
	return fmt.Sprint(w.path)
}

func (w *worker[M]) set(index uint64) bool {
	w.at, w.path = index, w.path[:0]
	return w.indexer.SetIndex(index)
}

func (w *worker[M]) successors() error {
	w.other, w.same = w.other[:0], w.same[:0]
	if w.forward != nil {
		w.other, w.same = w.forward.Successors(w.other, w.same)
	} else if err := w.playEach(); err != nil {
		return err
	}
	w.other, w.same = distinct(w.other), distinct(w.same)
	return nil
}

func (w *worker[M]) playEach() error {
	side := w.game.ToMove()
	if side != 0 && side != 1 {
		return sides.Error(w.game, side, 2)
	}
	w.moves = w.game.Moves(w.moves[:0])
	for _, m := range w.moves {
		w.path = append(w.path, m)
		w.game.Play(m)
		next := w.game.ToMove()
		if next != 0 && next != 1 {
			return sides.Error(w.game, next, 2)
		}
		if i := w.indexer.Index(); next == side {
			w.same = append(w.same, i)
		} else {
			w.other = append(w.other, i)
		}
		w.game.Undo(m)
		w.path = w.path[:len(w.path)-1]
	}
	return nil
}

func (w *worker[M]) predecessors() {
	w.other, w.same = w.backward.Predecessors(w.other[:0], w.same[:0])
	w.other, w.same = distinct(w.other), distinct(w.same)
}

func distinct(x []uint64) []uint64 {
	if len(x) > 32 {
		slices.Sort(x)
	} else {
		for i := 1; i < len(x); i++ {
			for j := i; j > 0 && x[j-1] > x[j]; j-- {
				x[j-1], x[j] = x[j], x[j-1]
			}
		}
	}
	return slices.Compact(x)
}

type crew[M comparable] struct {
	workers []*worker[M]
	leave   func() // takes the caller's game back

	ctx      context.Context
	began    time.Time
	deadline time.Time
	nodes    int64 // the limit on positions searched, 0 for none
	opt      *Options
	sol      *Solution
	pacer    stop.Pacer
	reported time.Time

	stopped atomic.Bool // the search must end
	over    atomic.Bool // the workers must end, as one of them failed
	failed  atomic.Pointer[error]
}

func (c *crew[M]) begin(ctx context.Context, began time.Time, limits ply.Limits, opt *Options, sol *Solution) {
	c.ctx, c.began, c.opt, c.sol, c.reported = ctx, began, opt, sol, began
	c.nodes = int64(limits.Nodes)
	if limits.Time > 0 {
		c.deadline = began.Add(limits.Time)
	}
}

func (c *crew[M]) end() {
	if c.leave != nil && c.failed.Load() == nil {
		c.leave()
	}
}

func (c *crew[M]) enter(stage string) { c.sol.Stage = stage }

func (c *crew[M]) finished() (n int64) {
	for _, w := range c.workers {
		n += w.done.Load()
	}
	return n
}

// watch polls the limits, on the goroutine of the caller, and reports progress.
func (c *crew[M]) watch() { c.look(func(f func()) { f() }) }

// look is watch with callbacks called by call, which keeps their panics apart from panics of the game.
func (c *crew[M]) look(call func(f func())) {
	c.sol.Status = stop.Status(c.ctx, c.deadline)
	if c.nodes > 0 && c.finished() >= c.nodes {
		c.sol.Status = ply.OutOfNodes
	}
	if c.sol.Status != ply.Complete {
		c.stopped.Store(true)
		return
	}
	every := stop.Interval(c.ctx)
	if c.opt.Progress == nil || time.Since(c.reported) < every {
		return
	}
	c.sol.Report = ply.Report{Status: ply.InProgress, Nodes: int(c.finished()), Elapsed: time.Since(c.began)}
	call(func() { c.opt.Progress(c.sol) })
	c.sol.Status = ply.Complete
	c.reported = time.Now()
}

const ticksPerLook = 64

// tick reports whether a worker must go on. It is called for each position. A worker that is alone runs on the
// goroutine of the caller, and polls the limits itself.
func (c *crew[M]) tick(w *worker[M], alone bool) bool {
	if w.ticks--; w.ticks > 0 {
		return true
	}
	w.ticks = ticksPerLook
	if alone {
		now := time.Now()
		w.ticks = c.pacer.Next(now)
		if c.nodes > 0 {
			w.ticks = int(max(1, min(int64(w.ticks), c.nodes-c.finished())))
		}
		c.look(guard.Callback)
	}
	return !c.stopped.Load() && !c.over.Load()
}

func (c *crew[M]) each(blocks uint64, f func(w *worker[M], block uint64, alone bool) error) (bool, error) {
	if c.watch(); c.sol.Status != ply.Complete {
		return false, nil
	}
	c.over.Store(false)
	var err error
	if len(c.workers) == 1 || blocks == 1 {
		w := c.workers[0]
		err = guard.Run(w.line, func() error {
			for b := uint64(0); b < blocks && !c.stopped.Load(); b++ {
				if err := f(w, b, true); err != nil {
					return err
				}
			}
			return nil
		})
	} else {
		err = c.share(blocks, f)
	}
	if err != nil {
		c.failed.Store(&err)
	}
	return err == nil && !c.stopped.Load(), err
}

func (c *crew[M]) share(blocks uint64, f func(w *worker[M], block uint64, alone bool) error) error {
	group := guard.Group{Stop: func() { c.over.Store(true) }}
	var next atomic.Uint64
	var first atomic.Pointer[error]
	for _, w := range c.workers[:min(uint64(len(c.workers)), blocks)] {
		group.Go(w.line, func() {
			for !c.stopped.Load() && !c.over.Load() {
				b := next.Add(1) - 1
				if b >= blocks {
					return
				}
				if err := f(w, b, false); err != nil {
					first.CompareAndSwap(nil, &err)
					c.over.Store(true)
				}
			}
		})
	}
	err := group.Wait(5*time.Millisecond, c.watch)
	if err == nil && first.Load() != nil {
		err = *first.Load()
	}
	return err
}
