package puct

import "fmt"

// known finds bounds of a slot's present position, which look has looked at, or after its moves. For a known value it
// returns the node's replacement.
func (t *Tree[G, M]) known(s *slot[G, M]) uint32 {
	if len(s.leaf.Moves) == 0 {
		t.finish(s)
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

// finish sets the bounds of a slot's finished position to its value and, for several players, the results of the simulation.
func (t *Tree[G, M]) finish(s *slot[G, M]) {
	if s.sides != nil {
		s.low = t.clamp(s.sides.Outcome())
		s.high = s.low
		return
	}
	s.players.Outcomes(s.outcomes)
	for p, outcome := range s.outcomes {
		s.results[p] = float64(t.clamp(outcome)) / t.unit
	}
	s.low = t.clamp(s.outcomes[s.side])
	s.high = s.low
}

// lookAhead finds the bounds of the positions after the moves, up to the first winning one.
func (t *Tree[G, M]) lookAhead(s *slot[G, M]) {
	full := int16(t.full)
	low, high := -full, -full
	if s.byChance {
		low = full
	}
	for i, m := range s.leaf.Moves {
		s.path = append(s.path, step[M]{move: m}) // for the error of a panic
		s.game.Play(m)
		var o outlook
		if s.replies = s.game.Moves(s.replies[:0]); len(s.replies) == 0 {
			o.low = t.clamp(s.sides.Outcome())
			o.high = o.low
		} else if o.low, o.high = t.bounds(s); o.low == o.high {
			o.node = bounded
		}
		if side, _ := s.toMove(); side != s.side {
			o.low, o.high = -o.high, -o.low
		}
		s.game.Undo(m)
		s.path = s.path[:len(s.path)-1]
		s.ahead = append(s.ahead, o)
		switch {
		case !s.byChance:
			low, high = max(low, o.low), max(high, o.high)
		case s.odds[i] > 0:
			low, high = min(low, o.low), max(high, o.high)
		}
		if low == full && !s.byChance {
			break
		}
	}
	s.low, s.high = max(s.low, low), min(s.high, high)
	s.agree(s.low, s.high)
}

// agree panics if the game's bounds at the end of the path contradict others.
func (s *slot[G, M]) agree(low, high int16) {
	switch {
	case low <= high:
	case s.hasher != nil && s.bounder == nil:
		panic(fmt.Sprintf("Hash of %T: positions that differ have the same hash, and other values", s.game))
	default:
		panic(fmt.Sprintf("Bounds of %T contradict one another or an outcome: the value would be at least %d and at most %d",
			s.game, low, high))
	}
}

func (t *Tree[G, M]) bounds(s *slot[G, M]) (low, high int16) {
	l, h := s.bounder.Bounds(-t.full, t.full)
	if l > h {
		panic(fmt.Sprintf("Bounds of %T are (%d, %d), want the lower one first", s.game, l, h))
	}
	return t.clamp(l), t.clamp(h)
}

// clamp limits an outcome to a full win or loss.
func (t *Tree[G, M]) clamp(outcome int) int16 { return int16(min(t.full, max(-t.full, outcome))) }
