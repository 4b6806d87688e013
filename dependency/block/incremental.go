package block

// transposes reports whether sub-game y's next move, after x's next move from the part and with y's sequence at its
// end, is an incremental transposition: it was tried before, from a containing part, and commutes with x's move.
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

// within reports whether p contains the positions of the part that are also on the face of y.
func (b *node[M]) within(p *facePart[M], y int) bool {
	for z, low := range b.low {
		if z != y && (low < p.low[z] || b.high[z] > p.high[z]) {
			return false
		}
	}
	return true
}

// outdated reports whether y's last stage in the part may differ in the block after x's next move, because that move,
// or a move on the way to the part, changes what y watches.
func (s *searcher[M]) outdated(b *node[M], x, y int, end *stage[M]) bool {
	watched := s.watched(&b.stages[y][b.high[y]])
	return meet(watched, s.changed(end)) || b.high[y] == b.length(y) && b.changes.before(watched, y, b.low)
}

// reachesLast reports whether the part contains the last position of the block.
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
