package alphabeta

import "github.com/ply-search/ply"

// Enhanced transposition cutoffs: before a position is searched, all those behind it are looked up.

// enhancedFrom is the least depth of enhanced transposition cutoffs where the options name none.
const enhancedFrom = 5

// knownReply returns a move that the table knows to be worth beta or more, and what it is worth; the move is -1 if
// there is none. The moves are those in the stack from start on.
func (s *negamax[M]) knownReply(start, at, depth, beta, me int) (value, move int) {
	if s.hashesAhead {
		return s.replyAhead(start, at, depth, beta, me)
	}
	for i, m := range s.stack[start:] {
		s.play(s.level(at), at, m)
		sign, low, high := 1, -infinity, beta
		if s.sides.ToMove() != me {
			sign, low, high = -1, -beta, infinity
		}
		v := visit{at: at + 1, depth: depth - 1, alpha: low, beta: high}
		before := s.assumed
		value, known := s.recall(&v, true)
		s.takeBack(at, m)
		if known && sign*value >= beta {
			return sign * value, i
		}
		s.assumed.discard(before)
	}
	return 0, -1
}

// replyAhead is knownReply by the keys of all successors, which are found first, so that their entries are fetched together:
// waiting for them one after the other took two thirds of the time to solve Connect Four. Few are in the table. Moves that may
// be good enough are played, to see which side is then to move.
func (s *negamax[M]) replyAhead(start, at, depth, beta, me int) (value, move int) {
	s.keysAhead(start, at)
	s.direct.Fetch(s.ahead)
	for i, key := range s.ahead {
		entry, ok := s.direct.Lookup(key)
		if !ok {
			continue
		}
		value = s.fromTable(entry, at+1)
		exact := entry.Bound == ply.Exact
		mine, others := exact || entry.Bound == ply.AtLeast && value >= beta, exact || entry.Bound == ply.AtMost && value <= -beta
		if !mine && !others || !s.isDeepEnough(entry, depth-1) {
			continue
		}
		m := s.stack[start+i]
		s.play(s.level(at), at, m)
		known := mine
		if s.sides.ToMove() != me {
			known, value = others, -value
		}
		s.takeBack(at, m)
		if !known {
			continue
		}
		if value >= beta {
			if !entry.Final {
				s.assumed.evaluate(1)
			}
			return value, i
		}
	}
	return 0, -1
}
