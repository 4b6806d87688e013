package alphabeta

import "github.com/ply-search/ply"

// A principal variation search visits nearly all positions with a null window. searchNull is fast, for moves ordered by
// ranks or not at all. The default Order without ranks has killers: see searchAll.

// searchNull searches a position with the null window above alpha, if Tree is unset and Order does not depend on
// cutoffs (plan.nullFrom). It is searchAll without the tests, with the fields of a node in registers. In Connect Four
// this saves three tenths of the instructions outside the game's evaluation and ranks, and a fifth of the time.
func (s *negamax[M]) searchNull(start, level, depth, alpha, me int) int {
	if s.stops() {
		return 0
	}
	s.stats.visit()
	if v, known := s.scale.tooLate(level, alpha, alpha+1); known {
		return v
	}
	nodes, before := s.stats.Nodes, s.caveats.heuristic
	tabled := s.table.entries != nil && depth >= s.plan.tableFrom
	key, hashMove := uint64(0), -1
	if tabled {
		key = s.rules.hasher.Hash() ^ s.table.salt
		if data, ok := s.table.lookUp(key); ok {
			e := data.unpack()
			if v := s.scale.fromTable(e, level); s.answers(e, v, depth, alpha, alpha+1) {
				return v
			}
			hashMove = int(e.Move) - 1
		}
	}
	if start == unlisted {
		start = s.path.list()
	}
	n := len(s.path.stack) - start
	if n == 0 {
		return s.scale.rateEnd(s.rules.sides.Outcome(), level)
	}
	if hashMove >= n || s.order.by&TableMove == 0 {
		hashMove = -1
	}
	enhanced := depth >= s.plan.enhancedFrom && !s.root.unbounded
	if enhanced {
		if v, move := s.knownReply(start, level, depth, alpha+1, me); move >= 0 {
			s.store(key, level, depth, v, ply.AtLeast, markOf(move), before, nodes)
			return v
		}
	}
	fetches := !enhanced && s.table.fetches && n > 1 && depth > s.plan.tableFrom
	here, pickFrom := s.path.frame(level), unordered
	if s.order.sorts && depth >= s.plan.orderFrom {
		pickFrom = here.picker.begin(hashMove)
	}
	best, bestMove := -infinity, -1
	for i := range n {
		if s.worker != nil && i > 0 && s.shares(n-i, nodes) {
			v := node{
				start: start, hashMove: hashMove, pickFrom: pickFrom, level: level, depth: depth, me: me, nodes: nodes,
				alpha: alpha, beta: alpha + 1, before: alpha, best: best, bestMove: bestMove,
			}
			s.split(&v, i)
			best, bestMove = v.best, v.bestMove
			break
		}
		index := inTurn(hashMove, i)
		if i >= pickFrom {
			index = s.order.pickRanked(&s.path, &here.picker, start, me) // nothing is learned here, so no killer comes before
		}
		m := s.path.stack[start+index]
		next := unlisted
		if depth >= s.plan.advanceFrom {
			s.path.note(here, level, m)
			s.path.stack, _ = s.plan.advancer.Advance(s.path.stack[start:], index, 0, s.path.stack)
			next = start + n
		} else {
			s.path.play(here, level, m)
		}
		turn := s.rules.sides.ToMove()
		below := alpha // for the side then to move
		if turn != me {
			below = -alpha - 1
		}
		v := s.valueNull(next, level+1, depth-1, below, turn)
		s.path.undo(level, m, start+n)
		if s.control.stopped {
			break
		}
		if turn != me {
			v = -v
		}
		if v > best {
			if best, bestMove = v, index; v > alpha {
				s.stats.cutoff(i)
				break
			}
		}
		if i == 0 && fetches {
			s.fetch(start, level)
		}
	}
	if tabled && !s.control.stopped {
		bound := ply.AtMost
		if best > alpha {
			bound = ply.AtLeast
		}
		s.store(key, level, depth, best, bound, markOf(bestMove), before, nodes)
	}
	return best
}
