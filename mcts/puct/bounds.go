package puct

import "fmt"

// known finds bounds of the value of the present position of a slot: the value if the game is over, and otherwise its bounds and
// the bounds of the positions after its moves. If the value is known, it returns the entry that replaces a node for the position.
func (t *Tree[G, M]) known(s *slot[G, M]) uint32 {
	if !t.look(s) {
		s.low = t.clamp(s.game.Outcome())
		s.high = s.low
		return noNode
	}
	if s.bounder == nil {
		return noNode
	}
	s.low, s.high = t.bounds(s)
	if t.opt.NoSolver {
		return noNode // simulations come here again
	}
	if s.low < s.high {
		t.lookAhead(s)
	}
	return bounded
}

// lookAhead asks the bounds of the positions after the moves of the present position of a slot, up to the first that wins.
func (t *Tree[G, M]) lookAhead(s *slot[G, M]) {
	full := int16(t.full)
	low, high := -full, -full
	for _, m := range s.leaf.Moves {
		s.path = append(s.path, step[M]{move: m}) // for the error of a panic
		s.game.Play(m)
		var o outlook
		if s.replies = s.game.Moves(s.replies[:0]); len(s.replies) == 0 {
			o.low = t.clamp(s.game.Outcome())
			o.high = o.low
		} else if o.low, o.high = t.bounds(s); o.low == o.high {
			o.node = bounded
		}
		if s.toMove() != s.side {
			o.low, o.high = -o.high, -o.low
		}
		s.game.Undo(m)
		s.path = s.path[:len(s.path)-1]
		s.ahead = append(s.ahead, o)
		low, high = max(low, o.low), max(high, o.high)
		if low == full {
			break
		}
	}
	s.low, s.high = max(s.low, low), min(s.high, high)
	s.agree(s.low, s.high)
}

// agree panics if no value is within the bounds that follow from the game's bounds of the position at the end of the path.
func (s *slot[G, M]) agree(low, high int16) {
	if low > high {
		panic(fmt.Sprintf("Bounds of %T contradict one another or an outcome: the value would be at least %d and at most %d",
			s.game, low, high))
	}
}

// bounds asks the game.
func (t *Tree[G, M]) bounds(s *slot[G, M]) (low, high int16) {
	l, h := s.bounder.Bounds(-t.full, t.full)
	if l > h {
		panic(fmt.Sprintf("Bounds of %T are (%d, %d), want the lower one first", s.game, l, h))
	}
	return t.clamp(l), t.clamp(h)
}

// clamp returns an outcome as it counts.
func (t *Tree[G, M]) clamp(outcome int) int16 { return int16(min(t.full, max(-t.full, outcome))) }
