package retrograde

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// VerifyOptions are the options of [Verify].
type VerifyOptions struct {
	// All requires that the table contains every position for which SetIndex of the [Indexer] returns true. By
	// default, the table must contain the present position and, with each position, all its successors.
	All bool

	// Workers is the number of goroutines. 0 means 1. More than 1 requires a [ply.Cloner].
	Workers int

	// Progress, if not nil, is called about ten times a second with the report so far, whose Status is [ply.InProgress].
	// Unless Verify returns an error, Progress is called once more with the final report. Progress must not play on the
	// game.
	Progress func(ply.Report)
}

// Verify compares the value of each position in a table with the values of its successors. A finished position must
// have its outcome and 0 plies. Any other position must have the value that follows from its best move
// ([Value.Before]). In a table with numbers of plies, all values are correct if all pass this test. In a table with
// outcomes only ([Options].OutcomesOnly), wrong values can also pass the test.
//
// If the game is no [Indexer], the positions reachable from the present position are checked. Nodes of the report is
// the number of positions checked. If a value is wrong, Verify returns an error that names the position. If ctx ends
// Verify early, Verify returns no error.
func Verify[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, t Table, opt VerifyOptions) (ply.Report, error) {
	var v ply.Report
	s := &solver[M]{ctx: ctx, began: time.Now(), sol: new(Solution)}
	s.opt = Options{All: opt.All, Conversion: t.Conversion(), Workers: opt.Workers}
	report := func() {
		v = ply.Report{Status: s.sol.Status, Nodes: int(s.crew.finished()), Elapsed: time.Since(s.began)}
	}
	if opt.Progress != nil {
		s.opt.Progress = func(*Solution) {
			report()
			opt.Progress(v)
		}
	}
	err := guard.Run(func() string { return "the start" }, func() error { return begin(s, g) })
	if err == nil {
		s.crew.begin(s.ctx, s.began, s.limits, &s.opt, s.sol)
		err = s.verify(t)
		s.crew.end()
	}
	report()
	switch {
	case err != nil:
		v.Status = ply.Failed
		err = prefixed(err)
	case opt.Progress != nil:
		opt.Progress(v)
	}
	return v, err
}

func prefixed(err error) error {
	if fault := (*ply.GamePanic)(nil); errors.As(err, &fault) && err == error(fault) {
		return err
	}
	return fmt.Errorf("retrograde: %w", err)
}

func (s *solver[M]) verify(t Table) error {
	if !s.indexed {
		return s.verifyKeys(t)
	}
	if t.Indices() != s.sol.indices {
		return fmt.Errorf("a table of %d indices, of a game that has %d", t.Indices(), s.sol.indices)
	}
	var start [1]Value
	if err := t.Read(s.start, start[:]); err != nil {
		return err
	}
	if !s.opt.All && start[0].Plies == Absent {
		return fmt.Errorf("the present position, index %d: %w", s.start, ErrAbsent)
	}
	s.crew.enter("verify")
	_, err := s.crew.each(blocksOf(s.sol.indices), func(w *worker[M], b uint64, alone bool) error {
		return s.verifyBlock(w, t, b, alone)
	})
	return err
}

func (s *solver[M]) verifyBlock(w *worker[M], t Table, b uint64, alone bool) error {
	first := b * blockSize
	if w.values == nil {
		w.values = make([]Value, blockSize)
	}
	values := w.values[:min(blockSize, s.sol.indices-first)]
	if err := t.Read(first, values); err != nil {
		return err
	}
	for i, have := range values {
		if !s.crew.tick(w, alone) {
			return nil
		}
		index := first + uint64(i)
		switch {
		case have.Plies == Absent && !s.opt.All:
			continue
		case !w.set(index):
			if have.Plies != Absent {
				return fmt.Errorf("index %d is %v, and no position", index, have)
			}
			continue
		case have.Plies == Absent:
			return fmt.Errorf("index %d: %w", index, ErrAbsent)
		}
		want, err := s.byNext(w, t)
		if err != nil {
			return err
		}
		if t.OutcomesOnly() {
			want.Plies = Endless
		}
		if have != want || have.Outcome != 0 && have.Plies == Endless && !t.OutcomesOnly() {
			return fmt.Errorf("index %d is %v, and by its successors %v", index, have, want)
		}
		w.done.Add(1)
	}
	return nil
}

func (s *solver[M]) byNext(w *worker[M], t Table) (best Value, err error) {
	if err := w.successors(); err != nil {
		return best, err
	}
	if len(w.other)+len(w.same) == 0 {
		return Value{w.game.Outcome(), 0}, nil
	}
	var here *class
	if s.opt.Conversion {
		here = s.sol.classOf(w.at)
	}
	first := true
	for i, list := range [2][]uint64{w.other, w.same} {
		for _, next := range list {
			if next >= s.sol.indices {
				return best, fmt.Errorf("after index %d comes %d, of %d", w.at, next, s.sol.indices)
			}
			if err := t.Read(next, w.one[:]); err != nil {
				return best, err
			}
			v := w.one[0]
			if v.Plies == Absent {
				return best, fmt.Errorf("index %d, which comes after %d: %w", next, w.at, ErrAbsent)
			}
			if here != nil && v.Plies > 0 && (next < here.first || next >= here.end) {
				v.Plies = 0
			}
			if v = v.Before(i == 1); first || v.Compare(best) > 0 {
				best, first = v, false
			}
		}
	}
	return best, nil
}

func (s *solver[M]) verifyKeys(t Table) error {
	if ok, err := s.find(); !ok || err != nil {
		return err
	}
	g := s.graph
	for _, w := range s.crew.workers {
		w.done.Store(0)
	}
	s.crew.enter("verify")
	_, err := s.crew.each(blocksOf(g.keys.count), func(w *worker[M], b uint64, alone bool) error {
		for n := b * blockSize; n < min((b+1)*blockSize, g.keys.count); n++ {
			if !s.crew.tick(w, alone) {
				return nil
			}
			have, err := t.KeyValue(g.keys.at(n))
			want := Value{int(g.outcomes[n]), 0}
			for i, x := range g.next(n) {
				v, e := t.KeyValue(g.keys.at(uint64(x >> 1)))
				err = errors.Join(err, e)
				if v = v.Before(x&1 != 0); i == 0 || v.Compare(want) > 0 {
					want = v
				}
			}
			switch {
			case err != nil:
				return err
			case have.Plies == Absent:
				return fmt.Errorf("the position with the key %x: %w", g.keys.at(n), ErrAbsent)
			case have != want || have.Outcome != 0 && have.Plies == Endless:
				return fmt.Errorf("the position with the key %x is %v, and by its successors %v", g.keys.at(n), have, want)
			}
			w.done.Add(1)
		}
		return nil
	})
	return err
}
