package alphabeta

import (
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// value decides which function searches a position. searchAll counts the position, enter finds its value without a search
// (bounds, table, null move, known reply) or lists its moves, try searches one of them, and settle stores the value.

// Go limits the stack of a goroutine, so every freshSearch moves of a line are searched with a fresh one. (It is a
// variable for the tests.)
var freshSearch = 1 << 14

// A visit is what search keeps of a position while it searches the moves.
type visit struct {
	start int  // of its moves in the stack
	hint  int  // the move of the table, or -1
	plain bool // all others are tried in the order of the game

	at         int         // moves from the start
	depth      int         // moves to look ahead
	me         int         // the side to move
	alpha      int         // what this side is sure of: it rises
	beta       int         // what is enough
	before     int         // alpha at first
	low, high  int         // what the value can be
	best       int         // the value of the best move up to now
	bestMove   int         // its number; -1 for none
	tabled     bool        // its value is to be stored
	key        uint64      // in the table
	anyLine    uint64      // the key without the line, if repetitions count
	image      int         // the symmetry that key is of
	remembered uint16      // the move that the table has kept
	assumed    assumptions // of the search when it came here
	nodes      int
	outer      dependence // of what is outside of it
}

// unlisted is where the moves of a position are in the stack if they are not there yet.
const unlisted = -1

// value returns the value of the present position, at most alpha or at least beta if that is all that needs to be known.
// The position is at moves from the start, depth is the number of moves to look ahead, me the side to move; null says that
// a null move is allowed. The moves are in the stack from start on, or unlisted. Whoever calls value takes the moves that
// it leaves in the stack away.
//
// This is where it is decided who searches a position. The first that applies:
//
//   - refuse, if neither side is to move
//   - searchAfresh, if the stack of the goroutine has grown for freshSearch moves
//   - searchNull, with a null window, if no option is in use that it leaves out (plan.lean), above the last plies
//   - searchTwo, with a null window, one move before searchOne
//   - searchOne, one move before the end of the depth, if the evaluator is a fast.SuccessorEvaluator (plan.successors)
//   - leaf, at the end of the depth
//   - searchAll: positions with an open window, and all of a search that is not lean
func (s *negamax[M]) value(start, at, depth, alpha, beta, me int, null bool) int {
	switch {
	case me < 0:
		s.refuse(me)
		return 0
	case at >= s.edge && depth > 0:
		return s.searchAfresh(start, at, depth, alpha, beta, me, null)
	case depth >= s.nullFrom && beta-alpha == 1 && at > 0:
		return s.searchNull(start, at, depth, alpha, me)
	case depth == 2 && s.lastTwo && beta-alpha == 1 && at > 0:
		return s.searchTwo(start, at, alpha, me)
	case depth == 1 && s.successors != nil:
		return s.searchOne(at, alpha, beta, me)
	case depth <= 0:
		return s.leaf(at, alpha, beta, me)
	}
	return s.searchAll(at, depth, alpha, beta, me, null)
}

// valueBehind returns what the position behind a move just played is worth to side me, where side turn is to move.
func (s *negamax[M]) valueBehind(at, depth, alpha, beta, me, turn int) int {
	s.Clear(&s.level(at + 1).line)
	if turn == me {
		return s.value(unlisted, at+1, depth, alpha, beta, turn, true)
	}
	return -s.value(unlisted, at+1, depth, -beta, -alpha, turn, true)
}

// searchAfresh is value with a fresh stack, unless the line ends here.
func (s *negamax[M]) searchAfresh(start, at, depth, alpha, beta, me int, null bool) (value int) {
	if at >= s.mostMoves {
		if s.stops() {
			return 0
		}
		return s.leaf(at, alpha, beta, me)
	}
	edge := s.edge
	s.edge = min(at+freshSearch, s.mostMoves)
	guard.FreshStack(func() { value = s.value(start, at, depth, alpha, beta, me, null) })
	s.edge = edge
	return value
}

// searchAll searches a position with any window and all options.
func (s *negamax[M]) searchAll(at, depth, alpha, beta, me int, null bool) int {
	if s.stops() {
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	if s.repetitions && s.isRepeated(at) {
		return 0
	}
	v := visit{at: at, depth: depth, me: me, alpha: alpha, beta: beta}
	if value, known := s.enter(&v, null); known {
		return value
	}
	moves := len(s.stack) - v.start
	v.hint, v.plain = s.hint(&v), !s.sorts || v.depth < s.orderFrom
	v.best, v.bestMove, v.before = -infinity, -1, v.alpha
	if s.repetitions && v.tabled {
		v.outer, s.dependence = s.dependence, dependence{since: v.nodes, first: math.MaxInt}
	}
	for i := range moves {
		if i == s.width[v.me&1] {
			s.assumed.narrow()
			break
		}
		if s.worker != nil && i > 0 && s.shares(moves-i, v.nodes) {
			s.split(&v, i, v.beta-v.before > 1 || v.at == 0)
			break
		}
		index := inTurn(v.hint, i)
		if !v.plain {
			index = s.pick(here, v.start, v.hint, i, v.at, v.me)
		}
		if i == 1 && s.fetcher != nil && v.depth > s.tableFrom {
			s.fetch(v.start, v.at)
		}
		value, turn := s.try(&v, here, i, s.stack[v.start+index])
		if s.control.stopped {
			break
		}
		if value > v.best {
			v.best, v.bestMove = value, index
		}
		if value <= v.alpha {
			if s.refutations && turn != v.me && !v.plain {
				s.tryNext(here, v.start, i+1, v.at)
			}
			continue
		}
		if v.alpha = value; v.beta-v.before > 1 || v.at == 0 {
			s.improve(v.at, here.move, &s.levels[v.at+1].line, value)
		}
		if value >= v.beta {
			s.countCutoff(i)
			if s.learns {
				s.learn(&v, i, here.move)
			}
			break
		}
	}
	if s.control.stopped {
		return v.best
	}
	return s.settle(&v)
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
	v.assumed, v.nodes = s.assumed, s.stats.Nodes
	s.stack = s.game.Moves(s.stack)
	if len(s.stack) == v.start {
		return s.rateEnd(s.sides.Outcome(), v.at), true
	}
	if s.passer != nil && null && v.at > 0 && v.depth > s.nullMove && !s.isEnd(v.beta) && s.nullCuts(v) {
		return s.reachable(v.beta), true
	}
	if v.depth >= s.enhancedFrom && v.at > 0 && !s.root.unbounded {
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

// try plays a move, the next after number others, and returns what the position behind is worth to the side that moved,
// and the side to move there.
func (s *negamax[M]) try(v *visit, here *level[M], number int, m M) (value, turn int) {
	at, depth, alpha, beta := v.at, v.depth, v.alpha, v.beta
	deeper, moves := depth-1, len(s.stack)
	if s.extender != nil {
		deeper = s.extended(m, depth, number)
	}
	s.play(here, at, m)
	turn = s.sides.ToMove()
	s.Clear(&s.level(at + 1).line)
	switch {
	case deeper < depth-1 || s.scout && number > 0 && beta-alpha > 1 && (deeper > 0 || !s.evaluates):
		value = s.scoutMove(at, deeper, depth-1, alpha, beta, v.me, turn, number > 0)
	case turn == v.me:
		value = s.value(unlisted, at+1, deeper, alpha, beta, turn, true)
	default:
		value = -s.value(unlisted, at+1, deeper, -beta, -alpha, turn, true)
	}
	s.undo(at, m, moves)
	return value, turn
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
	if s.stats.cutoffs++; tried == 0 {
		s.stats.firstMove++
	}
}
