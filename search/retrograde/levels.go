package retrograde

import (
	"sync/atomic"
	"time"
)

// Levels are the state of the backward search of a class: outcome by outcome from the greatest, for each ply by ply.
type levels struct {
	k     int // the number of the outcome
	plies int // of the positions whose predecessors are being evaluated

	// A block is scanned if it may have positions of these plies: if a position got a value of plies (now) or plies+1
	// (next), or may have a value known in advance of at most sched-1 plies.
	now, next []uint32
	sched     []uint32

	// Blocks that were scanned for these plies. A search that is stopped and saves its state ends between blocks.
	done []uint32
}

// flagBytes returns the memory, without the cells, for iterate on a class of n positions.
func (s *solver[M]) flagBytes(n uint64) uint64 {
	if s.cell == twoBits {
		return (n+63)/64*8 + 4*blocksOf(n)
	}
	return 16 * blocksOf(n)
}

func (s *solver[M]) iterate(c *class) (bool, error) {
	v := &s.levels
	blocks := blocksOf(c.count)
	v.now, v.next, v.sched = make([]uint32, blocks), make([]uint32, blocks), make([]uint32, blocks)
	if v.done == nil { // otherwise loaded with the state
		v.done = make([]uint32, blocks)
	}
	defer func() { *v = levels{} }()
	s.saved = time.Now()
	c.state = partial
	c.k, c.plies, s.sol.Ply = v.k, v.plies, v.plies
	s.crew.enter("solve")
	for ; v.k < len(c.layout.outcomes); v.k, v.plies = v.k+1, 0 {
		if ok, err := s.schedule(c); !ok || err != nil {
			return false, s.keepState(c, err)
		}
		for ; v.pending(); v.plies++ {
			c.k, c.plies, s.sol.Ply = v.k, v.plies, v.plies
			if ok, err := s.level(c); !ok || err != nil {
				return false, s.keepState(c, err)
			}
			v.now, v.next = v.next, v.now
			clear(v.next)
			clear(v.done)
			if err := s.saveState(c); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

func (v *levels) pending() bool {
	for b := range v.now {
		if v.now[b] != 0 || int(v.sched[b]) > v.plies {
			return true
		}
	}
	return false
}

// schedule notes for each block the greatest plies of values of the present outcome.
func (s *solver[M]) schedule(c *class) (bool, error) {
	v := &s.levels
	clear(v.now)
	clear(v.next)
	return s.crew.each(blocksOf(c.count), func(w *worker[M], b uint64, alone bool) error {
		v.sched[b] = 0
		for n := b * blockSize; n < min((b+1)*blockSize, c.count); n++ {
			code := c.cells.get(n)
			if code < c.layout.first {
				continue
			}
			if k, _, plies := c.layout.split(code); k == v.k {
				v.sched[b] = max(v.sched[b], uint32(plies)+1)
			}
		}
		return nil
	})
}

func (s *solver[M]) level(c *class) (bool, error) {
	v := &s.levels
	again := s.again
	return s.crew.each(blocksOf(c.count), func(w *worker[M], b uint64, alone bool) error {
		if again {
			return s.lookAgain(w, c, b, alone)
		}
		if v.done[b] != 0 || v.now[b] == 0 && int(atomic.LoadUint32(&v.sched[b])) <= v.plies {
			return nil
		}
		if err := s.scan(w, c, b, alone); err != nil {
			return err
		}
		v.done[b] = 1
		return nil
	})
}

// scan finds the positions of a block that have a value of the present plies.
func (s *solver[M]) scan(w *worker[M], c *class, b uint64, alone bool) error {
	l, v := &c.layout, &s.levels
	// Plies beyond the range of cells have no code, and nothing is found.
	won, lost := uint32(l.decided(v.k, true, v.plies)), uint32(l.decided(v.k, false, v.plies))
	if won == 0 {
		won = lost
	}
	if lost == 0 {
		lost = won
	}
	if won == 0 {
		return nil
	}
	shift, width, mask := c.cells.shift, c.cells.width, c.cells.mask()
	per := uint64(1) << shift
	n := b * blockSize
	end := min(n+blockSize, c.count)
	for ; n < end; n += per {
		word := atomic.LoadUint32(&c.cells.words[n>>shift])
		for i := range per {
			if x := word & mask; (x == won || x == lost) && n+i < end {
				if !s.crew.tick(w, alone) && (s.opt.Folder == "" || s.crew.over.Load()) {
					return nil
				}
				if err := s.goBack(w, c, n+i, x == won && (won != lost || v.plies&1 != 0)); err != nil {
					return err
				}
			}
			word >>= width
		}
	}
	return nil
}

func (s *solver[M]) goBack(w *worker[M], c *class, n uint64, won bool) error {
	w.done.Add(1)
	if s.moves != nil {
		for _, x := range s.moves.to(n) {
			if err := s.tell(w, c, uint64(x>>1), won == (x&1 != 0)); err != nil {
				return err
			}
		}
		return nil
	}
	if index := s.indexOf(w, c, n); !w.set(index) {
		return s.refused(w, index)
	}
	w.predecessors()
	for i, list := range [2][]uint64{w.other, w.same} {
		for _, index := range list {
			if p, ok := s.numberOf(c, index); ok {
				if err := s.tell(w, c, p, won == (i == 1)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// tell updates a position for a successor that is a win or a loss for the side to move in the position.
func (s *solver[M]) tell(w *worker[M], c *class, n uint64, won bool) error {
	if won {
		return s.win(c, n)
	}
	return s.lose(w, c, n)
}

func (s *solver[M]) win(c *class, n uint64) error {
	l, v := &c.layout, &s.levels
	to := l.decided(v.k, true, v.plies+1)
	for {
		old := c.cells.get(n)
		if !l.isOpen(old) && !l.isWorse(old, v.k, v.plies+1) {
			return nil
		}
		if to == absent {
			return l.tooFar(v.plies + 1)
		}
		if c.cells.swap(n, old, to) {
			mark(&v.next[n/blockSize])
			return nil
		}
	}
}

// isWorse reports whether c is a win worth less than one of outcome k in this number of plies.
func (l *layout) isWorse(c code, k, plies int) bool {
	if c < l.first {
		return false
	}
	n, win, p := l.split(c)
	return win && (n > k || n == k && p > plies)
}

// lose counts a successor of the present plies that is a loss. After the last, the position is lost.
func (s *solver[M]) lose(w *worker[M], c *class, n uint64) error {
	l, v := &c.layout, &s.levels
	for {
		old := c.cells.get(n)
		if !l.isOpen(old) {
			return nil
		}
		open, below := l.counted(old)
		if open == l.most || open == 0 {
			return nil
		}
		to, level := old-one, v.plies
		if open == 1 {
			var err error
			if to, level, err = s.lost(w, c, n, below); err != nil {
				return err
			}
		}
		if !c.cells.swap(n, old, to) {
			continue
		}
		switch {
		case open > 1:
		case level == v.plies+1:
			mark(&v.next[n/blockSize])
		default:
			s.scheduleAt(n/blockSize, level)
		}
		return nil
	}
}

func (s *solver[M]) scheduleAt(block uint64, plies int) {
	at := &s.levels.sched[block]
	for {
		old := atomic.LoadUint32(at)
		if old >= uint32(plies)+1 || atomic.CompareAndSwapUint32(at, old, uint32(plies)+1) {
			return
		}
	}
}

// lost returns the code and plies of a position whose successors are all losses; the code is 0 if its outcome is a
// later one. The last successor in the class has the present plies.
func (s *solver[M]) lost(w *worker[M], c *class, n uint64, below bool) (code, int, error) {
	l, v := &c.layout, &s.levels
	value := Value{-l.outcomes[v.k], v.plies + 1}
	if below {
		if index := s.indexOf(w, c, n); !w.set(index) {
			return absent, 0, s.refused(w, index)
		}
		// The worker's lists belong to another position, and are in use.
		other, same := w.other, w.same
		w.other, w.same = w.spare[0], w.spare[1]
		err := w.successors()
		var best Value
		if err == nil {
			best, _, err = s.bestBelow(w, c)
		}
		w.spare[0], w.spare[1] = w.other, w.same
		w.other, w.same = other, same
		if err != nil {
			return absent, 0, err
		}
		if best.Compare(value) > 0 {
			value = best
		}
	}
	code, err := l.encode(value)
	if value.Outcome != -l.outcomes[v.k] {
		value.Plies = 0
	}
	return code, value.Plies, err
}
