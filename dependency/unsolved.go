package dependency

// unsolved returns a playable order of a set without a solved position on the way or at the end, if one exists.
//
// Within the set, a condition of the goal that is given up never holds again. The goal is therefore avoided exactly if one
// of its conditions becomes true only after another was given up. Each is tried, after all moves that can be played before.
func (s *searcher[M]) unsolved(set bitSet) (order []int32, exists bool) {
	if s.goal == none {
		return s.order(set, nil), true
	}
	for _, c := range s.operators[s.goal].needs {
		condition := &s.conditions[c]
		if condition.initial {
			continue
		}
		order = s.order(set, condition.madeBy)
		if !s.solvedOn(order) {
			return order, true
		}
	}
	return nil, false
}

// solvedOn reports whether the goal holds somewhere on a line from the unsolved start.
func (s *searcher[M]) solvedOn(line []int32) bool {
	goal := s.operators[s.goal].needs
	holds := make(map[int32]bool)
	lacks := 0
	for _, c := range goal {
		if holds[c] = s.conditions[c].initial; !holds[c] {
			lacks++
		}
	}
	set := func(conditions []int32, to bool) {
		for _, c := range conditions {
			if held, asked := holds[c]; asked && held != to {
				holds[c] = to
				if to {
					lacks--
				} else {
					lacks++
				}
			}
		}
	}
	for _, o := range line {
		set(s.operators[o].changes, false)
		set(s.operators[o].makes, true)
		if lacks == 0 {
			return true
		}
	}
	return false
}
