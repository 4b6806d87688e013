package alphabeta

import "github.com/ply-search/ply"

// A principal variation search looks at nearly all positions with a null window, and most searches use neither
// quiescence nor extensions nor any other of the options that search has a test for at each position and each move.
// searchNull is search for these: it does the same without the tests, and keeps what a visit has in registers. In Connect Four
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
	nodes, horizon := s.stats.Nodes, s.horizon
	tabled := s.table != nil && depth >= s.tableFrom
	key, hint := uint64(0), -1
	if tabled {
		key = s.hasher.Hash() ^ s.salt
		if e, ok := s.lookUp(key); ok {
			s.stats.TableHits++
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
	enhanced := depth >= s.enhancedFrom && !s.unbounded
	if enhanced {
		if v, move := s.knownReply(start, at, depth, alpha+1, me); move >= 0 {
			s.store(key, at, depth, v, ply.AtLeast, markOf(move), horizon, nodes)
			return v
		}
	}
	fetches := !enhanced && s.fetcher != nil && n > 1 && depth > s.tableFrom
	if len(s.stack) > len(s.keys) {
		s.makeRoom()
	}
	plain := !s.sorts || depth < s.orderFrom
	here := s.level(at)
	best, bestMove := -infinity, -1
	for i := range n {
		if s.member != nil && i > 0 && s.shares(n-i, nodes) {
			v := visit{at: at, depth: depth, me: me, alpha: alpha, beta: alpha + 1, best: best, bestMove: bestMove, nodes: nodes}
			v.picker = s.pickerAfter(here, start, hint, i, plain)
			s.split(&v, i, false)
			best, bestMove = v.best, v.bestMove
			break
		}
		index := i
		if !plain || hint >= 0 {
			index = s.pickNull(here, start, hint, i, plain)
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
		if s.stopped {
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
	if tabled && !s.stopped {
		s.store(key, at, depth, best, boundAbove(best, alpha), markOf(bestMove), horizon, nodes)
	}
	return best
}

// boundAbove returns what a value is that was found with the null window above alpha.
func boundAbove(value, alpha int) ply.Bound {
	if value > alpha {
		return ply.AtLeast
	}
	return ply.AtMost
}

// pickNull is pick in a search where no move comes first for other reasons than the hint and the ranks. i moves were
// tried.
func (o *orderer[M]) pickNull(here *level[M], start, hint, i int, plain bool) int {
	switch {
	case i == 0 && hint >= 0:
		return hint
	case !plain && (i == 0 || i == 1 && hint >= 0):
		return o.rankFirst(here, start, hint)
	case !plain:
		return o.pickNext(here, start)
	case i <= hint:
		return i - 1
	}
	return i
}

// rankFirst is pick where no move was tried but the hint, if there is one, and none comes first for other reasons. The
// moves are those in the stack from start on.
func (o *orderer[M]) rankFirst(here *level[M], start, hint int) int {
	moves := o.stack[start:]
	if len(o.ranks) < len(moves) {
		o.ranks = make([]int32, 2*len(moves))
	}
	ranks := o.ranks[:len(moves)]
	clear(ranks)
	here.more, here.stage = o.ranker.Rank(0, moves, ranks), 1
	keys := o.keys[start:][:len(ranks)]
	best := uint64(0)
	for i, rank := range ranks {
		key := keyOf(rank, i)
		if i == hint {
			key = 0
		}
		keys[i] = key
		best = max(best, key)
	}
	if here.more && best < positive {
		return o.pickNext(here, start)
	}
	move := int(^uint32(best))
	keys[move] = 0
	return move
}

// pickNext is pick after rankFirst.
func (o *orderer[M]) pickNext(here *level[M], start int) int {
	keys := o.keys[start:len(o.stack)]
	for {
		best := uint64(0)
		for _, key := range keys {
			best = max(best, key)
		}
		if !here.more || best >= positive {
			move := int(^uint32(best))
			keys[move] = 0
			return move
		}
		ranks := o.ranks[:len(keys)]
		clear(ranks)
		here.more = o.ranker.Rank(here.stage, o.stack[start:], ranks) && here.stage < mostStages-1
		here.stage++
		for i, rank := range ranks {
			if keys[i] != 0 {
				keys[i] = keyOf(rank, i)
			}
		}
	}
}

// pickerAfter returns a picker of the moves that are left after searchNull has tried some, of which the hint, if there
// is one, was the first.
func (o *orderer[M]) pickerAfter(here *level[M], start, hint, tried int, plain bool) picker {
	p := o.newPicker(start, hint, plain)
	p.tried = tried
	switch {
	case plain:
	case tried == 1 && hint >= 0:
		o.order[start] = int32(hint)
	default:
		p.stage, p.more = here.stage, here.more
		order := o.order[start:start]
		for i, key := range o.keys[start:len(o.stack)] {
			if key == 0 {
				order = append(order, int32(i))
			}
		}
	}
	return p
}
