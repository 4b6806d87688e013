package block

// trace marks the cells of stage i of sub-game x, and the cells that the move before it changes.
func (s *searcher[M]) trace(b *node[M], x, i int) {
	stages := b.stages[x]
	b.watches.add(s.watched(&stages[i]), x, i)
	if i > 0 {
		b.changes.add(s.changed(&stages[i-1]), x, i-1)
	}
}

// extend lengthens the sequence of sub-game x until its next move interacts or leads to a remembered position.
func (s *searcher[M]) extend(b *node[M], x int) {
	line := len(s.line)
	for !b.known[x] {
		end := b.last(x)
		if !end.ok || s.interacts(b, x, end) {
			break
		}
		if s.memory != nil && s.memory.Contains(b.root^b.keyAt(x, b.length(x))^end.change) {
			break
		}
		if s.tick() {
			break
		}
		if len(s.line) == line {
			s.playTo(b, x, b.length(x))
		}
		s.play(end.move)
		next := s.look(x)
		next.key = end.key ^ end.change
		b.stages[x] = append(b.stages[x], next)
		s.trace(b, x, b.length(x))
		b.high[x]++
	}
	s.undoTo(line)
}

// interacts reports whether the next move of sub-game x interacts with other sequences in the part.
func (s *searcher[M]) interacts(b *node[M], x int, end *stage[M]) bool {
	if y, _ := b.changes.within(s.watched(end), x, b.low, b.high); y != none {
		return true
	}
	y, _ := b.watches.within(s.changed(end), x, b.low, b.high)
	return y != none
}

// nextPart proceeds to the next part of a face, if there is one.
func (s *searcher[M]) nextPart(b *node[M]) bool {
	for len(b.later) > 0 {
		last := len(b.later) - 1
		p := &b.later[last]
		b.later = b.later[:last]
		b.low[p.subgame], b.high[p.subgame] = p.low, p.high
		switch p.kind {
		case sameEnd:
			b.end = p.end
			return true
		case unknownEnd:
			b.end = s.lookAtPart(b)
			return true
		}
	}
	// The part is the whole face again. Faces with known moves come first, so that these are known for the others.
	for {
		for x := b.next; x < len(b.known); x++ {
			if b.known[x] == b.nextKnown {
				b.low[b.face] = 0
				b.low[x] = b.length(x)
				b.face, b.next, b.end = x, x+1, *b.last(x)
				return true
			}
		}
		if !b.nextKnown {
			return false
		}
		b.next, b.nextKnown = 0, false
	}
}

func (b *node[M]) takeAll() {
	for x := range b.stages {
		b.low[x], b.high[x] = 0, b.length(x)
	}
}

// settle shrinks the part until the next move of the face's sub-game is the same throughout it and interacts with
// none of its sequences. It reports whether there is such a move, and keeps the rest for later.
func (s *searcher[M]) settle(b *node[M]) bool {
	for {
		if y, i := b.changes.within(s.watched(&b.end), b.face, b.low, b.high); y != none {
			b.splitAt(y, i, unknownEnd)
		} else if !b.end.ok {
			return false
		} else if y, i := b.watches.within(s.changed(&b.end), b.face, b.low, b.high); y != none {
			b.splitAt(y, i, sameEnd)
		} else {
			return true
		}
		if s.tick() {
			return false
		}
	}
}

// splitAt limits the part to stages of sub-game y up to i. The rest follows later, after which the part is restored.
func (b *node[M]) splitAt(y, i int, rest laterKind) {
	low, high := b.low[y], b.high[y]
	b.later = append(b.later,
		laterPart[M]{subgame: y, low: low, high: high},
		laterPart[M]{subgame: y, low: i + 1, high: high, kind: rest, end: b.end})
	b.high[y] = i
}

func (s *searcher[M]) finishPart(b *node[M]) {
	if s.opt.Incremental {
		b.finish(b.face, &b.end)
	}
}

func (b *node[M]) finish(x int, end *stage[M]) {
	n := len(b.done)
	if n < cap(b.done) {
		b.done = b.done[:n+1] // with the memory of a part that was there before
	} else {
		b.done = append(b.done, facePart[M]{})
	}
	p := &b.done[n]
	p.subgame, p.end = x, *end
	p.low, p.high = append(p.low[:0], b.low...), append(p.high[:0], b.high...)
}

// lookAtPart returns the stage of the face's sub-game in the first position of the part.
func (s *searcher[M]) lookAtPart(b *node[M]) stage[M] {
	line := len(s.line)
	s.playToPart(b)
	t := s.look(b.face)
	s.undoTo(line)
	return t
}
