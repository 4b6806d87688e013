package alphabeta

import "github.com/ply-search/ply"

type node struct {
	start    int // of its moves on the stack
	hashMove int // the move of the table, or -1
	pickFrom int // the number of moves before those that the order picks

	level     int        // moves from the start
	depth     int        // moves to look ahead
	me        int        // the side to move
	alpha     int        // the value that me has for sure; it rises
	beta      int        // the value that is enough
	before    int        // the initial alpha
	low, high int        // bounds on the value
	best      int        // the value of the best move so far
	bestMove  int        // the number of that move; -1 for none
	tabled    bool       // the value is to be stored
	selective bool       // moves may be reduced or left out (selectivity.go)
	key       uint64     // in the table
	anyPath   uint64     // the key without the path, if repetitions count
	image     int        // the symmetry of key
	stored    uint16     // the move from the table
	caveats   caveats    // of the search on arrival
	nodes     int        // of the search on arrival
	outer     dependence // of the positions above
}

// isPV reports whether the best line of a position matters: the window is open, or the position is the start.
func (v *node) isPV() bool { return v.beta-v.before > 1 || v.level == 0 }

// searchAll searches a position with any window and all options. enter finds its value without a search (bounds,
// table, evaluation, null move, known reply) or lists its moves. depthAfter chooses the depth after a move. try
// searches the move. conclude stores the value. A technique that prunes positions belongs in enter, and one that
// prunes moves in depthAfter. Its option must exclude the searches that lack it (newPlan: successors, nullFrom,
// whole), and it must count a caveat if an evaluation replaces a move.
func (s *negamax[M]) searchAll(level, depth, alpha, beta, me int, null bool) int {
	if s.stops() {
		return 0
	}
	s.stats.visit()
	here := s.path.frame(level)
	if s.rules.tree.Repetitions && s.arrive(level) {
		return 0
	}
	v := node{level: level, depth: depth, me: me, alpha: alpha, beta: beta}
	if value, known := s.enter(&v, null); known {
		return value
	}
	moves := len(s.path.stack) - v.start
	if v.hashMove, v.pickFrom = s.hashMove(&v), unordered; s.order.sorts && v.depth >= s.plan.orderFrom {
		v.pickFrom = here.picker.begin(v.hashMove)
	}
	v.best, v.bestMove, v.before = -infinity, -1, v.alpha
	if v.tabled && s.keepsPaths() {
		v.outer = s.history.begin(v.nodes)
	}
	for i := range moves {
		if i == s.rules.tree.Width[v.me&1] {
			s.caveats.narrow()
			break
		}
		if s.worker != nil && i > 0 && s.shares(moves-i, v.nodes) {
			s.split(&v, i)
			break
		}
		if i == 1 && s.table.fetches && v.depth > s.plan.tableFrom {
			s.fetch(v.start, v.level)
		}
		index := inTurn(v.hashMove, i)
		if i >= v.pickFrom {
			index = s.order.pick(&s.path, &here.picker, v.start, v.level, v.me)
		}
		m := s.path.stack[v.start+index]
		deeper := v.depth - 1
		if !s.plan.whole {
			if deeper = s.depthAfter(&v, here, m, i); deeper == leftOut {
				continue
			}
		}
		value, turn := s.try(&v, here, m, deeper, i > 0)
		if s.control.stopped {
			break
		}
		if v.level == 0 {
			s.root.note(m)
		}
		if value > v.best {
			v.best, v.bestMove = value, index
		}
		if value <= v.alpha {
			if s.order.by&Refutations != 0 && turn != v.me && v.pickFrom < unordered {
				s.order.refute(&s.path, v.level, v.start, i+1)
			}
			continue
		}
		if v.alpha = value; v.isPV() {
			s.path.improve(v.level, here.move, &s.path.frames[level+1].line, value)
		}
		if value >= v.beta {
			s.stats.cutoff(i)
			if s.order.learns {
				s.learn(&v, i, here.move)
			}
			break
		}
	}
	if s.control.stopped {
		return v.best
	}
	return s.conclude(&v)
}

// enter lists the moves of a position, and reports whether its value is known without searching them all: from the
// game, the table, its evaluation, the end of the game, a null move, or a known reply.
func (s *negamax[M]) enter(v *node, null bool) (value int, known bool) {
	v.start, v.low, v.high = len(s.path.stack), -infinity, infinity
	if value, known = s.scale.tooLate(v.level, v.alpha, v.beta); known {
		return value, true
	}
	if s.rules.bounder != nil && v.level > 0 {
		if v.low, v.high, known = s.isBounded(v.level, v.alpha, v.beta); known {
			return v.low, true
		}
	}
	whole := v.level > 0 || s.path.only == nil // the value of some moves is not the value of the position
	if v.tabled = whole && s.table.entries != nil && v.depth >= s.plan.tableFrom; v.tabled {
		if value, known = s.recall(v, null); known {
			return value, true
		}
	}
	if s.rules.tree.Selective > 0 {
		if value, known = s.survey(v, null); known {
			return value, true
		}
	}
	v.alpha, v.beta = max(v.alpha, v.low), min(v.beta, v.high)
	v.caveats, v.nodes = s.caveats, s.stats.Nodes
	if s.path.list(); len(s.path.stack) == v.start {
		return s.scale.rateEnd(s.rules.sides.Outcome(), v.level), true
	}
	if s.rules.passer != nil && null && v.level > 0 && v.depth > s.rules.tree.NullMove && !s.scale.isEnd(v.beta) && s.nullCuts(v) {
		return s.scale.reachable(v.beta), true
	}
	if v.depth >= s.plan.enhancedFrom && v.level > 0 && !s.root.unbounded {
		if value, v.bestMove = s.knownReply(v.start, v.level, v.depth, v.beta, v.me); v.bestMove >= 0 {
			value = min(value, v.high)
			if v.tabled {
				s.remember(v, value, ply.AtLeast)
			}
			return value, true
		}
	}
	return 0, false
}

// try plays m, to a depth after it, and returns its value for the side that moved, and the next side to move.
func (s *negamax[M]) try(v *node, here *frame[M], m M, deeper int, notFirst bool) (value, turn int) {
	level, alpha, beta, moves := v.level, v.alpha, v.beta, len(s.path.stack)
	s.path.play(here, level, m)
	turn = s.rules.sides.ToMove()
	if deeper < v.depth-1 || s.rules.scout && notFirst && beta-alpha > 1 && (deeper > 0 || !s.plan.evaluates) {
		value = s.scoutMove(v, deeper, turn, notFirst)
	} else {
		value = s.valueBehind(level, deeper, alpha, beta, v.me, turn)
	}
	s.path.undo(level, m, moves)
	return value, turn
}

func (s *negamax[M]) conclude(v *node) int {
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
	case s.keepsPaths():
		s.rememberOnPath(v, value, bound)
	default:
		s.remember(v, value, bound)
	}
	return value
}
