package retrograde

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

func (l *layout) bits(win bool) code {
	if win {
		return wonBits
	}
	return lostBits
}

// iterateBits finds the outcomes of a class without plies. Newly won or lost positions are marked, in any order, until
// none is left; a position is tested for a loss by its successors each time another becomes a win.
func (s *solver[M]) iterateBits(c *class) (bool, error) {
	marked := make([]uint64, (c.count+63)/64)
	marks := make([]uint32, blocksOf(c.count))
	c.state = partial
	s.crew.enter("solve")
	ok, err := s.crew.each(blocksOf(c.count), func(w *worker[M], b uint64, alone bool) error {
		for n := b * blockSize; n < min((b+1)*blockSize, c.count); n++ {
			if c.cells.get(n) >= wonBits {
				marked[n/64] |= 1 << (n % 64)
				marks[b] = 1
			}
		}
		return nil
	})
	for ok && err == nil && (slices.Contains(marks, 1) || s.again) {
		var changed atomic.Bool
		ok, err = s.crew.each(blocksOf(c.count), func(w *worker[M], b uint64, alone bool) error {
			if s.again {
				return s.askAgain(w, c, b, alone, &changed)
			}
			for atomic.SwapUint32(&marks[b], 0) != 0 {
				if ok, err := s.spread(w, c, b, marked, marks, alone); !ok || err != nil {
					return err
				}
			}
			return nil
		})
		if s.again && !changed.Load() {
			break
		}
	}
	return ok, err
}

// spread propagates the values of the marked positions of a block to their predecessors.
func (s *solver[M]) spread(w *worker[M], c *class, b uint64, marked []uint64, marks []uint32, alone bool) (bool, error) {
	for i := b * (blockSize / 64); i < min((b+1)*(blockSize/64), uint64(len(marked))); i++ {
		for word := atomic.SwapUint64(&marked[i], 0); word != 0; word &= word - 1 {
			if !s.crew.tick(w, alone) {
				return false, nil
			}
			w.done.Add(1)
			n := i*64 + uint64(bits.TrailingZeros64(word))
			won := c.cells.get(n) == wonBits
			w.queue = w.queue[:0]
			if s.moves != nil {
				for _, x := range s.moves.to(n) {
					w.queue = append(w.queue, uint64(x))
				}
			} else {
				if index := s.indexOf(w, c, n); !w.set(index) {
					return false, s.refused(w, index)
				}
				w.predecessors()
				for i, list := range [2][]uint64{w.other, w.same} {
					for _, index := range list {
						if p, ok := s.numberOf(c, index); ok {
							w.queue = append(w.queue, p<<1|uint64(i))
						}
					}
				}
			}
			for _, x := range w.queue {
				p, to := x>>1, wonBits
				if c.cells.get(p) != drawn {
					continue
				}
				if won != (x&1 != 0) {
					lost, err := s.isLost(w, c, p)
					if err != nil {
						return false, err
					}
					if !lost {
						continue
					}
					to = lostBits
				}
				if c.cells.swap(p, drawn, to) {
					atomic.OrUint64(&marked[p/64], 1<<(p%64))
					mark(&marks[p/blockSize])
				}
			}
		}
	}
	return true, nil
}

func (s *solver[M]) outcomeByNext(w *worker[M], c *class, n uint64) (won, lost bool, err error) {
	if index := s.indexOf(w, c, n); !w.set(index) {
		return false, false, s.refused(w, index)
	}
	if err := w.successors(); err != nil {
		return false, false, err
	}
	lost = len(w.other)+len(w.same) > 0
	for i, list := range [2][]uint64{w.other, w.same} {
		for _, next := range list {
			to, ok := s.numberOf(c, next)
			if !ok {
				lost = false
				continue
			}
			switch code := c.cells.get(to); {
			case code < wonBits:
				lost = false
			case (code == wonBits) == (i == 1):
				return true, false, nil
			}
		}
	}
	return false, lost, nil
}

func (s *solver[M]) isLost(w *worker[M], c *class, n uint64) (bool, error) {
	_, lost, err := s.outcomeByNext(w, c, n)
	return lost, err
}

// askAgain evaluates the open positions of a block, for games without Backward that do not fit into memory.
func (s *solver[M]) askAgain(w *worker[M], c *class, b uint64, alone bool, changed *atomic.Bool) error {
	for n := b * blockSize; n < min((b+1)*blockSize, c.count); n++ {
		if c.cells.get(n) != drawn {
			continue
		}
		if !s.crew.tick(w, alone) {
			return nil
		}
		won, lost, err := s.outcomeByNext(w, c, n)
		if err != nil {
			return err
		}
		if won || lost {
			c.cells.set(n, c.layout.bits(won))
			w.done.Add(1)
			changed.Store(true)
		}
	}
	return nil
}
