package retrograde

// lookAgain evaluates the open positions of a block, for games without Backward that do not fit into memory.
func (s *solver[M]) lookAgain(w *worker[M], c *class, b uint64, alone bool) error {
	l, v := &c.layout, &s.levels
	for n := b * blockSize; n < min((b+1)*blockSize, c.count); n++ {
		old := c.cells.get(n)
		if !l.isOpen(old) && !l.isWorse(old, v.k, v.plies+1) {
			continue
		}
		if !s.crew.tick(w, alone) {
			return nil
		}
		if index := s.indexOf(w, c, n); !w.set(index) {
			return s.refused(w, index)
		}
		if err := w.successors(); err != nil {
			return err
		}
		best, all, err := s.bestKnown(w, c)
		if err != nil {
			return err
		}
		// A loss needs all successors. A win that is known in advance has its code already.
		if best.Outcome > 0 && l.isOpen(old) || best.Outcome > 0 && best.Compare(l.value(old)) > 0 || best.Outcome < 0 && all && l.isOpen(old) {
			code, err := l.encode(best)
			if err != nil {
				return err
			}
			c.cells.set(n, code)
			w.done.Add(1)
			if best.Outcome == l.outcomes[v.k] || best.Outcome == -l.outcomes[v.k] {
				s.scheduleAt(b, best.Plies)
			}
		}
	}
	return nil
}

// bestKnown returns the best value among successors with certain values, and whether all have one. Values of more
// plies, which other workers may be storing, are not certain.
func (s *solver[M]) bestKnown(w *worker[M], c *class) (best Value, all bool, err error) {
	v := &s.levels
	best, ok, err := s.bestBelow(w, c)
	if err != nil {
		return best, false, err
	}
	all = true
	for i, list := range [2][]uint64{w.other, w.same} {
		for _, next := range list {
			n, in := s.numberOf(c, next)
			if !in {
				continue
			}
			code := c.cells.get(n)
			if code < c.layout.first || !c.layout.isFinal(code, v.k, v.plies) {
				all = false
				continue
			}
			if value := c.layout.value(code).Before(i == 1); !ok || value.Compare(best) > 0 {
				best, ok = value, true
			}
		}
	}
	return best, all, nil
}
