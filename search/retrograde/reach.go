package retrograde

import (
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"
)

const linesPerBlock = 16

// reach finds the reachable positions: workers expand positions of the set, in blocks marked as unfinished.
func (s *solver[M]) reach() error {
	if err := s.reserve("the set of positions that can be reached", reachedBytes(s.sol.indices)); err != nil {
		return err
	}
	if ok, err := s.loadReached(); ok || err != nil {
		return err
	}
	if err := s.reserve("the set of positions that are to be looked at", reachedBytes(s.sol.indices)); err != nil {
		return err
	}
	s.set, s.done = newReached(s.sol.indices), newReached(s.sol.indices)
	blocks := (uint64(len(s.set.lines)) + linesPerBlock - 1) / linesPerBlock
	marks := make([]uint32, blocks)
	for _, index := range append([]uint64{s.start}, s.opt.From...) {
		s.set.add(index)
		marks[index/lineBits/linesPerBlock] = 1
	}
	// The remaining time is unknown.
	s.crew.enter("reach")
	for slices.Contains(marks, 1) {
		ok, err := s.crew.each(blocks, func(w *worker[M], b uint64, alone bool) error {
			for atomic.LoadUint32(&marks[b]) != 0 {
				atomic.StoreUint32(&marks[b], 0)
				if ok, err := s.reachBlock(w, b, marks, alone); !ok || err != nil {
					return err
				}
			}
			return nil
		})
		s.sol.Positions = uint64(s.crew.finished())
		if !ok || err != nil {
			return err
		}
	}
	s.release(reachedBytes(s.sol.indices))
	s.done = nil
	s.set.number()
	s.sol.Positions = s.set.count
	return s.saveReached()
}

func (s *solver[M]) reachBlock(w *worker[M], b uint64, marks []uint32, alone bool) (bool, error) {
	last := min((b+1)*linesPerBlock, uint64(len(s.set.lines)))
	for l := b * linesPerBlock; l < last; l++ {
		for i := 1; i < len(line{}); i++ {
			// Other workers take other blocks, so only this worker changes these bits of done.
			open := atomic.LoadUint64(&s.set.lines[l][i]) &^ s.done.lines[l][i]
			s.done.lines[l][i] |= open
			for ; open != 0; open &= open - 1 {
				if !s.crew.tick(w, alone) {
					return false, nil
				}
				index := l*lineBits + uint64(i-1)*64 + uint64(bits.TrailingZeros64(open))
				if err := s.expand(w, index, marks); err != nil {
					return false, err
				}
			}
		}
	}
	return true, nil
}

func (s *solver[M]) expand(w *worker[M], index uint64, marks []uint32) error {
	if !w.set(index) {
		return s.refused(w, index)
	}
	w.done.Add(1)
	if err := w.successors(); err != nil {
		return err
	}
	for _, list := range [2][]uint64{w.other, w.same} {
		for _, next := range list {
			if next >= s.sol.indices {
				return fmt.Errorf("after index %d comes %d in %T, which has %d", index, next, w.game, s.sol.indices)
			}
			if s.set.add(next) {
				mark(&marks[next/lineBits/linesPerBlock])
			}
		}
	}
	return nil
}

func (s *solver[M]) refused(w *worker[M], index uint64) error {
	return fmt.Errorf("SetIndex(%d) of %T returns false for a position that is to be solved", index, w.game)
}

func mark(m *uint32) {
	if atomic.LoadUint32(m) == 0 {
		atomic.StoreUint32(m, 1)
	}
}
