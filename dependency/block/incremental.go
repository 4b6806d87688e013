package block

// transposes reports whether the next move of sub-game y, from all positions that the next move of x leads
// to from the part and in which the sequence of y is at its end, leads where the search has been: whether
// it has been tried before, from a part that holds those positions, and commutes with that of x.
func (s *searcher[M]) transposes(b *node[M], x, y int, end *stage[M]) bool {
	if b.high[y] < b.length(y) {
		return false
	}
	for i := range b.done {
		p := &b.done[i]
		if p.subgame == y && b.within(p, y) {
			return !meet(s.watched(&p.end), s.changed(end)) && !meet(s.changed(&p.end), s.watched(end))
		}
	}
	return false
}

// within reports whether the positions of the part that are on the face of y, too, are all in p.
func (b *node[M]) within(p *facePart[M], y int) bool {
	for z, low := range b.low {
		if z != y && (low < p.low[z] || b.high[z] > p.high[z]) {
			return false
		}
	}
	return true
}

// outdated reports whether the last stage of sub-game y in the part may be another in the block that
// the next move of x leads to: whether that move, or one on the way to the part, changes what y watches.
func (s *searcher[M]) outdated(b *node[M], x, y int, end *stage[M]) bool {
	watched := s.watched(&b.stages[y][b.high[y]])
	return meet(watched, s.changed(end)) || b.high[y] == b.length(y) && b.changes.before(watched, y, b.low)
}

// reachesLast reports whether the last position of the block is in the part.
func (b *node[M]) reachesLast() bool {
	for y, high := range b.high {
		if high < b.length(y) {
			return false
		}
	}
	return true
}

// withinInitial reports whether the first position of the part was in the block before it was extended.
func (b *node[M]) withinInitial(x int) bool {
	for y, low := range b.low {
		if y != x && low >= b.initial[y] {
			return false
		}
	}
	return true
}
