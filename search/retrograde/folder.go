package retrograde

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/ply-search/ply"
)

const usualSaveEvery = 2 * time.Minute

func (s *solver[M]) saveReached() error {
	if s.opt.Folder == "" {
		return nil
	}
	h := s.head("reached", 0)
	h.Words = uint64(len(s.set.lines)) * (uint64(len(line{})) - 1)
	return s.save(h, func(put func(uint64)) {
		for i := range s.set.lines {
			for _, w := range s.set.lines[i][1:] {
				put(w)
			}
		}
	}, 8)
}

func (s *solver[M]) loadReached() (bool, error) {
	set := newReached(0)
	ok, _, err := s.load(s.head("reached", 0), 8, func(h head) (func(i, x uint64), error) {
		set = newReached(s.sol.indices)
		if per := uint64(len(line{})) - 1; h.Words != uint64(len(set.lines))*per {
			return nil, errDamaged
		}
		return func(i, x uint64) {
			per := uint64(len(line{})) - 1
			set.lines[i/per][1+i%per] = x
		}, nil
	})
	if ok {
		set.number()
		s.set, s.sol.Positions = set, set.count
	}
	return ok, err
}

func (s *solver[M]) saveCells(h head, c *class) error {
	h.Words, h.Outcomes = uint64(len(c.cells.words)), c.layout.outcomes
	return s.save(h, func(put func(uint64)) {
		for _, w := range c.cells.words {
			put(uint64(w))
		}
	}, 4)
}

func (c *class) cellsOf(h head, cell cell) (layout, error) {
	ascends := func(a, b int) int { return b - a }
	if h.Words != cellBytes(c.count, cell)/4 || !slices.IsSortedFunc(h.Outcomes, ascends) ||
		len(h.Outcomes) > 0 && (h.Outcomes[0] > ply.MaxValue || h.Outcomes[len(h.Outcomes)-1] <= 0) ||
		h.Outcome < 0 || h.Plies < 0 || len(slices.Compact(slices.Clone(h.Outcomes))) != len(h.Outcomes) {
		return layout{}, errDamaged
	}
	return newLayout(cell, h.Outcomes), nil
}

func (s *solver[M]) saveState(c *class) error {
	every := cmp.Or(s.opt.saveEvery, usualSaveEvery)
	if s.opt.Folder == "" || s.saved.IsZero() || time.Since(s.saved) < every {
		return nil
	}
	h := s.head("state", c.number)
	h.Outcome, h.Plies, h.Again = s.levels.k, s.levels.plies+1, s.again
	err := s.saveCells(h, c)
	s.saved = time.Now()
	return err
}

// keepState saves the state of a class when the search is stopped without an error.
func (s *solver[M]) keepState(c *class, err error) error {
	if err != nil || s.opt.Folder == "" || s.cell == twoBits {
		return err
	}
	h := s.head("state", c.number)
	h.Outcome, h.Plies, h.Again = s.levels.k, s.levels.plies, s.again
	h.Done = make([]byte, (len(s.levels.done)+7)/8)
	for b, done := range s.levels.done {
		h.Done[b/8] |= byte(done) << (b % 8)
	}
	return s.saveCells(h, c)
}

func (s *solver[M]) loadState(c *class) (bool, error) {
	var l layout
	var read cells
	again := false
	ok, _, err := s.load(s.head("state", c.number), 4, func(h head) (func(i, x uint64), error) {
		var err error
		if l, err = c.cellsOf(h, s.cell); err != nil {
			return nil, err
		}
		s.levels.k, s.levels.plies, again = h.Outcome, h.Plies, h.Again
		s.levels.done = make([]uint32, blocksOf(c.count))
		for b := range s.levels.done {
			if b/8 < len(h.Done) {
				s.levels.done[b] = uint32(h.Done[b/8] >> (b % 8) & 1)
			}
		}
		read = newCells(c.count, s.cell)
		return func(i, x uint64) { read.words[i] = uint32(x) }, nil
	})
	if !ok || err != nil {
		s.levels = levels{}
		return false, err
	}
	c.layout, c.cells = l, read
	if again {
		s.moves, s.again = nil, true
		return true, nil
	}
	if s.crew.workers[0].backward == nil {
		if err := s.prepareMoves(c); err != nil {
			return false, err
		}
		if ok, err := s.countMoves(c); !ok || err != nil {
			return false, err
		}
		if ok, err := s.storeMoves(c); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (s *solver[M]) saveClass(c *class) error {
	if s.opt.Folder == "" {
		return nil
	}
	h := s.head("class", c.number)
	h.Rows = c.rows
	if err := s.saveCells(h, c); err != nil {
		return err
	}
	if err := os.Remove(s.file(s.head("state", c.number))); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// loadClass loads a class that was solved before, if there is one. Its cells stay in the file until needed.
func (s *solver[M]) loadClass(c *class) (bool, error) {
	var l layout
	var found []Row
	want := s.head("class", c.number)
	ok, at, err := s.load(want, 4, func(h head) (func(i, x uint64), error) {
		var err error
		l, err = c.cellsOf(h, s.cell)
		found = h.Rows
		return func(uint64, uint64) {}, err
	})
	if !ok || err != nil {
		return false, err
	}
	c.layout, c.rows, c.state = l, found, solved
	c.file, err = openCells(s.file(want), at, newCells(0, s.cell))
	if err != nil {
		return false, err
	}
	s.sol.total()
	return true, nil
}

// bringBelow loads the classes below c.
func (s *solver[M]) bringBelow(c *class) error {
	s.keep = c.below
	for _, b := range c.below {
		below := s.classes[b]
		if below.loaded() || below.count == 0 {
			continue
		}
		if err := s.reserve(fmt.Sprintf("the values of class %d", b), cellBytes(below.count, s.cell)); err != nil {
			return err
		}
		read := newCells(below.count, s.cell)
		ok, _, err := s.load(s.head("class", b), 4, func(h head) (func(i, x uint64), error) {
			_, err := below.cellsOf(h, s.cell)
			return func(i, x uint64) { read.words[i] = uint32(x) }, err
		})
		switch {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("%s: the file is gone", s.file(s.head("class", b)))
		}
		below.cells = read
	}
	return nil
}

// makeRoom frees the memory of a class that is in a file and not needed now. It returns false without one.
func (s *solver[M]) makeRoom() bool {
	if s.opt.Folder == "" {
		return false
	}
	for _, c := range s.classes {
		if !c.loaded() || c.state != solved || slices.Contains(s.keep, c.number) {
			continue
		}
		if c.file == nil {
			if err := s.openClass(c); err != nil {
				continue
			}
		}
		s.release(cellBytes(c.count, s.cell))
		c.cells.words = nil
		return true
	}
	return false
}

func (s *solver[M]) openClass(c *class) error {
	want := s.head("class", c.number)
	_, at, err := s.load(want, 4, func(h head) (func(i, x uint64), error) { return func(uint64, uint64) {}, nil })
	if err == nil {
		c.file, err = openCells(s.file(want), at, newCells(0, s.cell))
	}
	return err
}
