package alphabeta

import (
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/variation"
)

// The way of a position: search counts it and hands it to who is in charge, enter lists its moves unless its value is
// known, searchMoves tries them, settle stores what was found.

// Go limits the stack of a goroutine, so every freshSearch moves of a line are searched with a fresh one. (It is a
// variable for the tests.)
var freshSearch = 1 << 14

// A visit is what search keeps of a position while it searches the moves.
type visit struct {
	picker // its moves

	at         int    // moves from the start
	depth      int    // moves to look ahead
	me         int    // the side to move
	alpha      int    // what this side is sure of: it rises
	beta       int    // what is enough
	before     int    // alpha at first
	low, high  int    // what the value can be
	best       int    // the value of the best move up to now
	bestMove   int    // its number; -1 for none
	tabled     bool   // its value is to be stored
	key        uint64 // in the table
	anyLine    uint64 // the key without the line, if repetitions count
	image      int    // the symmetry that key is of
	remembered uint16 // the move that the table has kept
	horizon    int    // of the search when it came here, and likewise below
	repeated   int
	nodes      int
	outer      dependence // of what is outside of it
}

// search returns the value of the present position, at most alpha or at least beta if that is all that
// it needs to know. The position is at moves from the start, depth is the number of moves to look
// ahead, me the side to move; null says that a null move is allowed.
func (s *negamax[M]) search(at, depth, alpha, beta, me int, null bool) int {
	if s.stats.Nodes >= s.PollAt && s.mustStop() {
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	s.Clear(&here.line)
	if s.repetitions && s.isRepeated(at) {
		return 0
	}
	switch {
	case depth <= 0 || at >= s.edge:
		return s.searchEnd(at, depth, alpha, beta, me, null)
	case depth == 1 && s.successors != nil:
		s.stats.Nodes--
		return s.bestSuccessor(at, alpha, beta, me)
	case depth == 2 && s.lastTwo && at > 0 && beta-alpha == 1:
		s.stats.Nodes--
		return s.searchTwo(s.list(), at, alpha, me)
	case s.lean && at > 0 && beta-alpha == 1:
		s.stats.Nodes--
		return s.searchNull(s.list(), at, depth, alpha, me)
	}
	v := visit{at: at, depth: depth, me: me, alpha: alpha, beta: beta}
	value, known := s.enter(&v, null)
	if !known {
		value = s.searchMoves(&v, here)
	}
	s.stack = s.stack[:v.start]
	return value
}

// searchEnd is search where a line ends, or where it goes on with a fresh stack.
func (s *negamax[M]) searchEnd(at, depth, alpha, beta, me int, null bool) int {
	if depth > 0 && at < s.mostMoves {
		return s.searchAfresh(at, depth, alpha, beta, me, null)
	}
	s.horizon++
	if s.quiescer != nil {
		return s.quiet(at, s.quiescence, alpha, beta, me)
	}
	s.stats.Leaves++
	return s.rate(s.evaluator.Evaluate(), at)
}

// searchAfresh is search with a fresh stack. The position is that of the last node counted.
func (s *negamax[M]) searchAfresh(at, depth, alpha, beta, me int, null bool) (value int) {
	s.stats.Nodes--
	edge := s.edge
	s.edge = min(at+freshSearch, s.mostMoves)
	guard.FreshStack(func() { value = s.search(at, depth, alpha, beta, me, null) })
	s.edge = edge
	return value
}

// enter lists the moves of a position, and reports whether its value is known without searching them all: from the
// game, the table, the end of the game, a null move, or a known reply.
func (s *negamax[M]) enter(v *visit, null bool) (value int, known bool) {
	v.start, v.low, v.high = len(s.stack), -infinity, infinity
	if value, known = s.tooLate(v.at, v.alpha, v.beta); known {
		return value, true
	}
	if s.bounder != nil && v.at > 0 {
		if v.low, v.high, known = s.isKnown(v.at, v.alpha, v.beta); known {
			return v.low, true
		}
	}
	if v.tabled = s.table != nil && v.depth >= s.tableFrom; v.tabled {
		if value, known = s.recall(v, null); known {
			return value, true
		}
	}
	v.alpha, v.beta = max(v.alpha, v.low), min(v.beta, v.high)
	v.horizon, v.repeated, v.nodes = s.horizon, s.repeated, s.stats.Nodes
	s.stack = s.game.Moves(s.stack)
	if len(s.stack) == v.start {
		return s.rateEnd(s.sides.Outcome(), v.at), true
	}
	if s.passer != nil && null && v.at > 0 && v.depth > s.nullMove && !s.isEnd(v.beta) && s.nullCuts(v) {
		return s.reachable(v.beta), true
	}
	if v.depth >= s.enhancedFrom && v.at > 0 && !s.unbounded {
		if value, v.bestMove = s.knownReply(v.start, v.at, v.depth, v.beta, v.me); v.bestMove >= 0 {
			value = min(value, v.high)
			if v.tabled {
				s.remember(v, value, ply.AtLeast)
			}
			return value, true
		}
	}
	return 0, false
}

// searchMoves searches the moves of a position, best first, until one is good enough, and returns the value.
func (s *negamax[M]) searchMoves(v *visit, here *level[M]) int {
	v.picker = s.newPicker(v.start, s.hint(v), !s.sorts || v.depth < s.orderFrom)
	v.best, v.bestMove, v.before = -infinity, -1, v.alpha
	if s.repetitions && v.tabled {
		v.outer, s.dependence = s.dependence, dependence{since: v.nodes, first: math.MaxInt}
	}
	here.moved = true
	for i := range v.moves {
		if s.width > 0 && i == s.width && v.me == s.widthSide {
			s.narrowed++
			break
		}
		if s.member != nil && i > 0 && s.shares(v.moves-i, v.nodes) {
			s.split(v, i, v.beta-v.before > 1 || v.at == 0)
			break
		}
		index := i
		if !v.plain || v.hint >= 0 {
			index = s.pick(&v.picker, v.at, v.me)
		}
		if i == 1 && s.fetcher != nil && v.depth > s.tableFrom {
			s.fetch(v.start, v.at)
		}
		value, turn, rest := s.try(v, here, i, s.stack[v.start+index])
		if s.stopped {
			break
		}
		if value > v.best {
			v.best, v.bestMove = value, index
		}
		if value <= v.alpha {
			if s.refutations && turn != v.me && !v.plain {
				s.tryNext(&v.picker, v.at)
			}
			continue
		}
		s.raise(v, here, value, rest)
		if value >= v.beta {
			s.countCutoff(i)
			if s.learns {
				s.learn(&v.picker, v.at, v.me, here.move, s.effort(v.depth, v.nodes))
			}
			break
		}
	}
	if s.stopped {
		return v.best
	}
	return s.settle(v)
}

// try plays a move, the next after number others, and returns what the position behind is worth to the side that moved,
// the side to move there, and whether it was searched, so that a line goes on there.
func (s *negamax[M]) try(v *visit, here *level[M], number int, m M) (value, turn int, rest bool) {
	at, depth, alpha, beta := v.at, v.depth, v.alpha, v.beta
	deeper := depth - 1
	if s.extender != nil {
		deeper = s.extended(m, depth, number)
	}
	here.move, s.at, rest = m, at+1, true
	s.game.Play(m)
	turn = s.sides.ToMove()
	switch {
	case turn < 0:
		s.refuse(turn)
	case depth == 1 && deeper == 0 && s.evaluates:
		s.stats.Nodes++
		s.stats.Leaves++
		s.horizon++
		rest = false
		if value = s.rate(s.evaluator.Evaluate(), at+1); turn != v.me {
			value = -value
		}
	case deeper < depth-1 || s.scout && number > 0 && beta-alpha > 1:
		value = s.scoutMove(at, deeper, depth-1, alpha, beta, v.me, turn, number > 0)
	case turn == v.me:
		value = s.search(at+1, deeper, alpha, beta, turn, true)
	case depth == 2 && s.successors != nil:
		value = -s.bestSuccessor(at+1, -beta, -alpha, turn)
	case depth == 3 && s.lastTwo && beta-alpha == 1:
		value = -s.searchTwo(s.list(), at+1, -beta, turn)
	default:
		value = -s.search(at+1, deeper, -beta, -alpha, turn, true)
	}
	s.game.Undo(m)
	s.at = at
	return value, turn, rest
}

// raise notes that the move just searched is better than alpha. The line that it begins goes on with that of the
// position behind, if there is a rest.
func (s *negamax[M]) raise(v *visit, here *level[M], value int, rest bool) {
	if v.beta-v.before > 1 || v.at == 0 {
		if rest {
			s.Begin(&here.line, here.move, &s.levels[v.at+1].line)
		} else {
			s.Begin(&here.line, here.move, new(variation.Line))
		}
		if v.at == 0 {
			s.best = value
		}
	}
	v.alpha = value
}

// settle returns the value of a position whose moves were searched, and stores it.
func (s *negamax[M]) settle(v *visit) int {
	value, bound := v.best, ply.Exact
	switch {
	case value >= v.high:
		value = v.high
	case value <= v.low:
		value = v.low
	case value >= v.beta:
		bound = ply.AtLeast
	case value <= v.before:
		bound = ply.AtMost
	}
	switch {
	case !v.tabled:
	case s.repetitions:
		s.rememberOnLine(v, value, bound)
	default:
		s.remember(v, value, bound)
	}
	return value
}

// countCutoff counts a cutoff by a move before which that many were tried.
func (s *negamax[M]) countCutoff(tried int) {
	first := 0
	if tried == 0 {
		first = 1
	}
	s.stats.Cutoffs++
	s.stats.FirstMove += first
}
