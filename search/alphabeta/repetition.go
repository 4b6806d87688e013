package alphabeta

// isRepeated reports whether the present position is a repetition, which search then counts as a draw. What was found by
// way of one is not stored in the table: see settle.
func (s *negamax[M]) isRepeated(at int, here *level[M]) bool {
	repeated := false
	if s.byHash {
		here.key = s.hasher.Hash()
		for _, l := range s.levels[:at] {
			repeated = repeated || l.key == here.key
		}
	} else {
		repeated = at > 0 && s.repeater.Repeated()
	}
	if repeated {
		s.stats.Repeated++
		s.repeated++
	}
	return repeated
}

// noteKey notes the present position where repetitions are found by that.
func (s *negamax[M]) noteKey(l *level[M]) {
	if s.byHash {
		l.key = s.hasher.Hash()
	}
}
