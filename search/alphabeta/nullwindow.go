package alphabeta

import "github.com/ply-search/ply"

// A principal variation search looks at nearly all positions with a null window, and most searches use neither
// quiescence nor extensions nor any other of the options that search has a test for at each position and each move.
// searchNull does the same as searchAll without the tests, and keeps the fields of a visit in registers. In Connect Four
// that saves three tenths of the instructions outside the game's evaluation and ranks, and a fifth of the time.

var leanSearches = true // to be changed by tests

// searchNull searches a position with the null window above alpha.
func (s *negamax[M]) searchNull(start, at, depth, alpha, me int) int {
	if s.stops() {
		return 0
	}
	s.stats.Nodes++
	if v, known := s.tooLate(at, alpha, alpha+1); known {
		return v
	}
	nodes, before := s.stats.Nodes, s.assumed.heuristic
	tabled := s.table != nil && depth >= s.tableFrom
	key, hint := uint64(0), -1
	if tabled {
		key = s.hasher.Hash() ^ s.salt
		if e, ok := s.lookUp(key); ok {
			if v := s.fromTable(e, at); s.answers(e, v, depth, alpha, alpha+1) {
				return v
			}
			hint = int(e.Move) - 1
		}
	}
	if start < 0 {
		start = len(s.stack)
		s.stack = s.game.Moves(s.stack)
	}
	n := len(s.stack) - start
	if n == 0 {
		return s.rateEnd(s.sides.Outcome(), at)
	}
	if hint >= n || s.withoutHint {
		hint = -1
	}
	enhanced := depth >= s.enhancedFrom && !s.root.unbounded
	if enhanced {
		if v, move := s.knownReply(start, at, depth, alpha+1, me); move >= 0 {
			s.store(key, at, depth, v, ply.AtLeast, markOf(move), before, nodes)
			return v
		}
	}
	fetches := !enhanced && s.fetcher != nil && n > 1 && depth > s.tableFrom
	plain := !s.sorts || depth < s.orderFrom
	here := s.level(at)
	best, bestMove := -infinity, -1
	for i := range n {
		if s.worker != nil && i > 0 && s.shares(n-i, nodes) {
			v := visit{
				start: start, hint: hint, plain: plain, at: at, depth: depth, me: me, nodes: nodes,
				alpha: alpha, beta: alpha + 1, best: best, bestMove: bestMove,
			}
			s.split(&v, i, false)
			best, bestMove = v.best, v.bestMove
			break
		}
		index := i
		if !plain {
			index = s.pickRanked(here, start, hint, i) // a lean search learns nothing
		} else if hint >= 0 {
			index = inTurn(hint, i)
		}
		m := s.stack[start+index]
		next := unlisted
		if depth >= s.advanceFrom {
			here.move, here.moved, s.at = m, true, at+1
			s.stack, _ = s.advancer.Advance(s.stack[start:], index, 0, s.stack)
			next = start + n
		} else {
			s.play(here, at, m)
		}
		turn := s.sides.ToMove()
		below := alpha // for the side to move then
		if turn != me {
			below = -alpha - 1
		}
		v := s.value(next, at+1, depth-1, below, below+1, turn, false)
		s.undo(at, m, start+n)
		if s.control.stopped {
			break
		}
		if turn != me {
			v = -v
		}
		if v > best {
			if best, bestMove = v, index; v > alpha {
				s.countCutoff(i)
				break
			}
		}
		if i == 0 && fetches {
			s.fetch(start, at)
		}
	}
	if tabled && !s.control.stopped {
		s.store(key, at, depth, best, boundAbove(best, alpha), markOf(bestMove), before, nodes)
	}
	return best
}

// boundAbove returns whether a value found with the null window above alpha is a lower or an upper bound.
func boundAbove(value, alpha int) ply.Bound {
	if value > alpha {
		return ply.AtLeast
	}
	return ply.AtMost
}
