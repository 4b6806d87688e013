package retrograde

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
)

func (s *solver[M]) solveClass(c *class) error {
	s.sol.Class = c.number
	if ok, err := s.loadClass(c); ok || err != nil {
		return err
	}
	if err := s.bringBelow(c); err != nil {
		return err
	}
	if err := s.reserve("the values", cellBytes(c.count, s.cell)+s.flagBytes(c.count)); err != nil {
		return err
	}
	resumed, err := s.loadState(c)
	if err != nil {
		return err
	}
	if !resumed {
		if ok, err := s.count(c); !ok || err != nil {
			return err
		}
	}
	iterate := s.iterate
	if s.cell == twoBits {
		iterate = s.iterateBits
	}
	if ok, err := iterate(c); !ok || err != nil {
		return err
	}
	if s.moves != nil {
		s.release(s.moves.bytes())
		s.moves = nil
	}
	s.release(s.flagBytes(c.count))
	c.state = solved
	if ok, err := s.tally(c); !ok || err != nil {
		s.levels.k = len(c.layout.outcomes) // all are found
		return s.keepState(c, err)
	}
	s.sol.total()
	return s.saveClass(c)
}

// count counts the successors of all positions, and sets the values of finished and already decided positions.
func (s *solver[M]) count(c *class) (bool, error) {
	var outcomes []int
	for _, b := range c.below {
		outcomes = merge(outcomes, s.classes[b].layout.outcomes)
	}
	c.cells = newCells(c.count, s.cell)
	for {
		c.layout = newLayout(s.cell, outcomes)
		t := &counting{outcomes: outcomes}
		if err := s.prepareMoves(c); err != nil {
			return false, err
		}
		s.crew.enter("count")
		ok, err := s.crew.each(blocksOf(c.count), func(w *worker[M], b uint64, alone bool) error {
			for n := b * blockSize; n < min((b+1)*blockSize, c.count); n++ {
				if !s.crew.tick(w, alone) {
					return nil
				}
				code, err := s.countOne(w, c, n, t)
				if err != nil {
					return err
				}
				c.cells.set(n, code)
				w.done.Add(1)
			}
			return nil
		})
		if !ok || err != nil {
			return false, err
		}
		found := merge(outcomes, t.found)
		if len(found) > max(1, len(outcomes)) {
			if s.cell != twoBytes {
				return false, fmt.Errorf("outcomes of %d and %d: option OutcomesOnly is for games that can only be won, drawn or lost", found[0], found[1])
			}
			// Codes depend on the outcomes, which must therefore be known first.
			outcomes = found
			continue
		}
		c.layout.outcomes = found
		return s.storeMoves(c)
	}
}

func merge(a, b []int) []int {
	all := append(slices.Clone(a), b...)
	slices.SortFunc(all, func(x, y int) int { return y - x })
	return slices.Compact(all)
}

type counting struct {
	outcomes []int
	first    atomic.Int64 // the first unknown outcome, without sign; 0 for none
	mu       sync.Mutex
	found    []int
}

func (t *counting) note(outcome int) int {
	if k := slices.Index(t.outcomes, outcome); k >= 0 {
		return k
	}
	// If the first is the only one, its number is 0. Otherwise all positions are counted again.
	if t.first.Load() == int64(outcome) {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.found) == 0 {
		t.first.Store(int64(outcome))
	}
	if !slices.Contains(t.found, outcome) {
		t.found = append(t.found, outcome)
	}
	return 0
}

func (s *solver[M]) numberOf(c *class, index uint64) (n uint64, ok bool) {
	if index < c.first || index >= c.end {
		return 0, false
	}
	if s.set == nil {
		return index - c.first, true
	}
	n, ok = s.set.rank(index)
	return n - c.base, ok
}

func (s *solver[M]) indexOf(w *worker[M], c *class, n uint64) uint64 {
	if s.set == nil {
		return c.first + n
	}
	return s.set.index(&w.cursor, c.base+n)
}

func (s *solver[M]) countOne(w *worker[M], c *class, n uint64, t *counting) (code, error) {
	index := s.indexOf(w, c, n)
	if !w.set(index) {
		if s.set != nil {
			return absent, s.refused(w, index)
		}
		return absent, nil
	}
	if err := w.successors(); err != nil {
		return absent, err
	}
	if len(w.other)+len(w.same) == 0 {
		return finishedCode(w.game, &c.layout, t)
	}
	open, err := s.inClass(w, c, n)
	if c.layout.cell == twoBits {
		return drawn, err
	}
	if err != nil {
		return absent, err
	}
	best, below, err := s.bestBelow(w, c)
	switch {
	case err != nil:
		return absent, err
	case below && best.Outcome > 0 || below && best.Outcome < 0 && open == 0:
		return c.layout.encode(best)
	case below && best.Outcome == 0:
		return c.layout.open(int(c.layout.most), false), nil
	case open >= int(c.layout.most):
		return absent, fmt.Errorf("index %d has %d successors: cells hold %d at most", index, open, c.layout.most-1)
	}
	return c.layout.open(open, below), nil
}

func finishedCode(g ply.Adversarial, l *layout, t *counting) (code, error) {
	v := g.Outcome()
	switch {
	case v < -ply.MaxValue || v > ply.MaxValue:
		return absent, fmt.Errorf("an outcome of %d, want %d at most", v, ply.MaxValue)
	case v == 0:
		return drawn, nil
	}
	k := t.note(max(v, -v))
	if l.cell == twoBits {
		return l.bits(v > 0), nil
	}
	code := l.decided(k, v > 0, 0)
	if code == absent {
		return absent, l.tooFar(0)
	}
	return code, nil
}

func (l *layout) encode(v Value) (code, error) {
	c := l.decided(l.number(v.Outcome), v.Outcome > 0, v.Plies)
	if c == absent {
		return c, l.tooFar(v.Plies)
	}
	return c, nil
}

func (s *solver[M]) inClass(w *worker[M], c *class, n uint64) (open int, err error) {
	for _, list := range [2][]uint64{w.other, w.same} {
		for _, next := range list {
			if next < c.first {
				continue
			}
			to, ok := s.numberOf(c, next)
			if !ok {
				return 0, fmt.Errorf("index %d in class %d leads to index %d, which is in a greater class or not to be solved", w.at, c.number, next)
			}
			open++
			if s.moves != nil {
				s.moves.count(to)
			}
		}
	}
	return open, nil
}

func (s *solver[M]) bestBelow(w *worker[M], c *class) (best Value, ok bool, err error) {
	if c.first == 0 {
		return best, false, nil
	}
	for i, list := range [2][]uint64{w.other, w.same} {
		for _, next := range list {
			if next >= c.first {
				continue
			}
			v, err := s.valueBelow(w, c, next)
			if err != nil {
				return best, false, err
			}
			if v = v.Before(i == 1); !ok || v.Compare(best) > 0 {
				best, ok = v, true
			}
		}
	}
	return best, ok, nil
}

func (s *solver[M]) valueBelow(w *worker[M], c *class, index uint64) (Value, error) {
	for _, b := range c.below {
		below := s.classes[b]
		if index < below.first || index >= below.end {
			continue
		}
		n, ok := s.numberOf(below, index)
		if !ok {
			break
		}
		v := below.value(n)
		if v.Plies == Absent {
			break
		}
		if s.opt.Conversion {
			v.Plies = 0
		}
		return v, nil
	}
	return Value{}, fmt.Errorf("index %d in class %d of %T leads to index %d, which is no position of the classes %v", w.at, c.number, w.game, index, c.below)
}

func blocksOf(n uint64) uint64 { return (n + blockSize - 1) / blockSize }

func (s *solver[M]) tally(c *class) (bool, error) {
	var at cursor
	index := func(n uint64) uint64 {
		switch {
		case !s.indexed:
			return 0
		case s.set == nil:
			return c.first + n
		}
		return s.set.index(&at, c.base+n)
	}
	room := tallyBytes(s.cell) * uint64(len(s.crew.workers))
	if c.count <= blockSize || s.reserve("", room) != nil {
		c.rows = fewRows(c, index)
		return true, nil
	}
	defer s.release(room)
	s.crew.enter("tally")
	ok, err := s.crew.each(blocksOf(c.count), func(w *worker[M], b uint64, alone bool) error {
		w.tally.add(c, b*blockSize, min((b+1)*blockSize, c.count))
		return nil
	})
	if !ok || err != nil {
		return ok, err
	}
	tallies := make([]tally, len(s.crew.workers))
	for i, w := range s.crew.workers {
		tallies[i], w.tally = w.tally, tally{}
	}
	c.rows = rows(c, tallies, index)
	return true, nil
}
