package alphabeta

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/variation"
	"github.com/ply-search/ply/transposition"
)

// A negamax searches a game of two sides depth first. Every value is that for the side to move.
//
// What most searches do not use is behind tests of one field each, so that a plain search passes by.
type negamax[M comparable] struct {
	stop.Budget
	stopped bool
	status  ply.Status

	game      ply.Game[M]
	sides     ply.Adversarial
	evaluator ply.Evaluator

	// What evaluator is, if it is one and nothing else is asked of a position one move before the end of the depth.
	successors ply.SuccessorEvaluator[M]
	lastTwo    bool // whether searchTwo may search positions two moves before the end of the depth

	// What searchNull goes by.
	lean        bool            // it may search positions with a null window
	bottom      int             // the greatest depth of positions whose successors it does not search itself
	advancer    ply.Advancer[M] // the game, if it is one and the search is lean
	advanceFrom int             // the least depth of positions after whose moves others are listed

	hashesAhead bool // replyAhead may find known replies

	// The capabilities that the options need; nil if they do not.
	bounder  ply.Bounder
	quiescer Quiescer[M]
	passer   ply.Passer
	extender Extender[M]
	repeater Repeater // of the game

	hasher               ply.Hasher // if there is a table or repetitions are found by it
	images               ply.Symmetric[M]
	table                Transpositions
	direct               *transposition.Table[transposition.Entry] // the table, if it is one: it is asked in most positions
	salt                 uint64                                    // of the keys in the table
	tableFrom, orderFrom int
	enhancedFrom         int
	fetcher              fetcher                // the table, if entries are to be fetched ahead
	successorHasher      ply.SuccessorHasher[M] // of the keys to fetch
	ahead                []uint64               // those keys
	byNodes              bool
	anyDepth             bool // entries of deeper searches may be used
	whole                bool // no part of the tree is left out that a deeper search would not look at either

	orderer[M]
	scout       bool // search moves but the first with a null window
	repetitions bool
	byHash      bool // repetitions are found by hash
	quiescence  int
	nullMove    int
	verify      bool
	width       int // of the moves of widthSide; 0 for all
	widthSide   int
	mostMoves   int // in a line

	at   int // how many moves the game is away from the start
	edge int // the distance from the start where a line ends by mostMoves or goes on with a fresh stack

	lowest, highest int // the window of the whole search
	unbounded       bool
	evaluates       bool // a position at the end of the depth is evaluated and nothing else

	// What a value depends on is known from whether these changed meanwhile.
	horizon  int // positions evaluated, and all else that is not known to the end of the game
	narrowed int // positions of widthSide where moves were left out
	repeated int // repetitions

	fault error // why the game cannot be searched

	member *member[M] // of a team; nil for a search alone

	stats  Stats
	result Result[M]
	before int // nodes before the present depth

	// What the present depth found up to now.
	found struct {
		value int
		bound ply.Bound
		line  []M
	}
	last []M // the line of the depth before

	// What a report of progress says of the present depth.
	depth int // 0 if it is not limited
	best  int // the value of the best line from the start
}

const (
	mostDepth    = 250     // greatest Depth
	usualFrom    = 2       // TableFrom and OrderFrom where the options do not say, without a SuccessorEvaluator
	enhancedFrom = 5       // and EnhancedFrom
	deepest      = 253     // of a bounded search with extensions
	bottomless   = 254     // what the table has for the depth of a search to the end of the game
	withoutBound = 1 << 30 // that depth
	mostExtended = 1000    // moves in a line with extensions
	mostQuiet    = 1000    // moves beyond the depth
	infinity     = ply.MaxValue + 1
)

// Go limits the stack of a goroutine, so every freshSearch moves of a line are searched with a fresh one. (It is a
// variable for the tests.)
var freshSearch = 1 << 14

func newNegamax[M comparable](ctx context.Context, g ply.AdversarialGame[M], opt *Options[M]) (*negamax[M], error) {
	if g == nil {
		return nil, errors.New("alphabeta: no game given")
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	s := &negamax[M]{
		game:        g,
		sides:       g,
		evaluator:   evaluatorOf(g, opt),
		table:       opt.Table,
		anyDepth:    !opt.EqualDepth,
		repetitions: opt.Repetitions,
		quiescence:  opt.Quiescence,
		nullMove:    opt.NullMove,
		verify:      !opt.Unverified,
		width:       opt.Width,
		widthSide:   opt.WidthSide,
		mostMoves:   withoutBound,
		lowest:      opt.Alpha,
		highest:     opt.Beta,
	}
	if opt.Alpha == 0 && opt.Beta == 0 {
		s.lowest, s.highest = -infinity, infinity
	}
	if t, ok := opt.Table.(interface{ Scheme() transposition.Scheme }); ok {
		s.byNodes = t.Scheme().ByNodes()
	}
	if err := s.require(g, opt); err != nil {
		return nil, err
	}
	s.direct, _ = opt.Table.(*transposition.Table[transposition.Entry])
	if h, ok := g.(ply.SuccessorHasher[M]); ok && s.images == nil {
		s.successorHasher = h
		s.fetcher, _ = opt.Table.(fetcher)
	}
	if err := sides.Open(g); err != nil {
		return nil, fmt.Errorf("alphabeta: %w", err)
	}
	if turn := g.ToMove(); turn < 0 || turn > 1 {
		return nil, fmt.Errorf("alphabeta: %w", sides.Error(g, turn, 2))
	}
	from := usualFrom
	if _, ok := s.evaluator.(ply.SuccessorEvaluator[M]); ok {
		from++
	}
	s.tableFrom, s.orderFrom = cmp.Or(opt.TableFrom, from), cmp.Or(opt.OrderFrom, from)
	s.orderer = newOrderer(g, opt)
	s.salt = opt.salt(g, s.evaluator)
	s.edge = min(freshSearch, s.mostMoves)
	s.Budget = stop.NewBudget(ctx, s.limits(opt))
	s.evaluates = s.quiescer == nil && !s.repetitions
	s.whole = s.passer == nil && s.extender == nil && s.width == 0
	s.enhancedFrom = max(cmp.Or(opt.EnhancedFrom, enhancedFrom), s.tableFrom+1)
	if s.table == nil || s.repetitions || s.extender != nil || s.width > 0 {
		s.enhancedFrom = math.MaxInt
	}
	if s.evaluates && s.extender == nil && s.width == 0 && (s.table == nil || s.tableFrom > 1) && (!s.sorts || s.orderFrom > 1) {
		s.successors, _ = s.evaluator.(ply.SuccessorEvaluator[M])
	}
	s.lastTwo = s.successors != nil && (s.table == nil || s.tableFrom > 2) && (!s.sorts || s.orderFrom > 2) &&
		(s.passer == nil || s.nullMove > 1)
	s.beLean(g)
	return s, nil
}

// require finds the capabilities that the options need, or returns an error that names the one missing.
func (s *negamax[M]) require(g ply.AdversarialGame[M], opt *Options[M]) error {
	var errs []error
	need := func(option, capability string, ok bool) {
		if !ok {
			errs = append(errs, fmt.Errorf("alphabeta: %s needs %s, which %T is not", option, capability, g))
		}
	}
	var ok bool
	if opt.Bounds {
		s.bounder, ok = g.(ply.Bounder)
		need("Bounds", "a ply.Bounder", ok)
	}
	if opt.Quiescence > 0 {
		s.quiescer, ok = g.(Quiescer[M])
		need("Quiescence", "an alphabeta.Quiescer", ok)
	}
	if opt.NullMove > 0 {
		s.passer, ok = g.(ply.Passer)
		need("NullMove", "a ply.Passer", ok)
	}
	if opt.Extend {
		s.extender, ok = g.(Extender[M])
		need("Extend", "an alphabeta.Extender", ok)
		s.mostMoves = mostExtended
	}
	if opt.Symmetric {
		s.images, ok = g.(ply.Symmetric[M])
		need("Symmetric", "a ply.Symmetric", ok)
	}
	if opt.Repetitions {
		s.repeater, ok = g.(Repeater)
		s.byHash = !ok
	}
	if opt.Table != nil || s.byHash {
		s.hasher, ok = g.(ply.Hasher)
		if opt.Table != nil {
			need("Table", "a ply.Hasher", ok)
		} else {
			need("Repetitions", "an alphabeta.Repeater or a ply.Hasher", ok)
		}
	}
	if acyclic, ok := g.(ply.Acyclic); opt.Depth == 0 && !opt.Repetitions && !(ok && acyclic.Acyclic()) {
		errs = append(errs, ply.ErrCyclic)
	}
	if len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// deepen searches to one depth after another, or to a single one.
func (s *negamax[M]) deepen(opt *Options[M], search func(s *negamax[M], depth, guess int)) {
	depth := opt.Depth
	switch {
	case opt.Deepen:
		depth = 1
	case opt.Depth == 0:
		depth, s.unbounded = withoutBound, true
	}
	s.result.Value = s.evaluator.Evaluate()
	for {
		start := s.Elapsed()
		s.horizon, s.narrowed, s.repeated, s.before = 0, 0, 0, s.nodes()
		s.found.value, s.found.bound = 0, ply.NoBound
		s.depth = depth
		search(s, depth, s.result.Value)
		if s.stopped && (s.found.bound == ply.NoBound || s.result.Bound != ply.NoBound) {
			break // the depth before tells more
		}
		s.take(depth, opt.Report, DepthReport[M]{Elapsed: s.Elapsed() - start})
		if s.stopped || !opt.Deepen || depth == opt.Depth || s.horizon == 0 {
			break
		}
		if depth++; depth > mostDepth {
			depth, s.unbounded = withoutBound, true
		}
	}
	s.result.Status = s.status
}

// limits returns the bounds of the search, and what reports its progress.
func (s *negamax[M]) limits(opt *Options[M]) stop.Limits {
	l := stop.Limits{Nodes: opt.MaxNodes, Time: opt.MaxTime, ReportEvery: opt.ProgressEvery}
	if opt.Progress != nil {
		l.Report = func() {
			r := s.snapshot()
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	return l
}

// snapshot returns what was found up to now.
func (s *negamax[M]) snapshot() Result[M] {
	r := s.result
	r.Status, r.Stats, r.Elapsed = ply.InProgress, s.stats, s.Elapsed()
	if s.Total != nil {
		r.Nodes = int(s.Total.Load())
	}
	if line := s.level(0).line; !line.Empty() {
		r.Line = s.Moves(nil, line)
		r.Value, r.Bound, r.Final = s.best, ply.AtLeast, false
		if s.narrowed > 0 {
			r.Bound = ply.NoBound
		}
		if r.Depth = s.depth; s.unbounded {
			r.Depth = 0
		}
	}
	return r
}

// take makes what the present depth found the result.
func (s *negamax[M]) take(depth int, report func(DepthReport[M]), d DepthReport[M]) {
	r := &s.result
	r.Value, r.Bound = s.found.value, s.found.bound
	r.Line = append(r.Line[:0], s.found.line...)
	s.lengthen(depth)
	s.last = append(s.last[:0], r.Line...)
	r.Final = s.horizon == 0 && !(s.repetitions && s.table != nil)
	if s.narrowed > 0 {
		r.Bound = s.certain(r.Bound)
	}
	if !s.unbounded {
		r.Depth = depth
	}
	d.Depth, d.Value, d.Bound, d.Final, d.Nodes = r.Depth, r.Value, r.Bound, r.Final, s.nodes()-s.before
	d.Line = slices.Clone(r.Line)
	r.Depths = append(r.Depths, d)
	if report != nil {
		guard.Callback(func() { report(d) })
	}
}

// certain returns what a bound is worth where moves of one side were left out: that side may do better.
func (s *negamax[M]) certain(b ply.Bound) ply.Bound {
	sure := ply.AtLeast
	if s.sides.ToMove() != s.widthSide {
		sure = ply.AtMost
	}
	if b == ply.Exact || b == sure {
		return sure
	}
	return ply.NoBound
}

// ensureLine makes the first move the line if there is none.
func (s *negamax[M]) ensureLine() {
	if len(s.result.Line) == 0 {
		if moves := s.game.Moves(nil); len(moves) > 0 {
			s.result.Line = moves[:1]
		}
	}
}

// outcome returns what was found up to the end of the search, or to the error that ended it. s is nil if the search
// never began.
func (s *negamax[M]) outcome(opt *Options[M], err error) (Result[M], error) {
	if s == nil {
		return Result[M]{Status: ply.Failed}, err
	}
	s.result.Stats, s.result.Elapsed = s.stats, s.Elapsed()
	switch {
	case err != nil:
		s.result.Status = ply.Failed
	case opt.Progress != nil:
		opt.Progress(s.result)
	}
	return s.result, err
}

// line describes the moves from the start to where the game is. Null moves are left out.
func (s *negamax[M]) line() string {
	if s == nil {
		return noLine()
	}
	var moves []M
	for _, l := range s.levels[:s.at] {
		if l.moved {
			moves = append(moves, l.move)
		}
	}
	return fmt.Sprint(moves)
}

// noLine describes the line of a game on which no move was played.
func noLine() string { return "[]" }

// pass searches the start to a depth, with a window, and notes what that says of its value. It returns
// the value found, and whether the search was not stopped.
func (s *negamax[M]) pass(depth, alpha, beta int) (value int, ok bool) {
	s.Clear(&s.level(0).line)
	s.level(0).moved = false
	v := s.search(0, depth, alpha, beta, s.sides.ToMove(), true)
	line := s.levels[0].line
	f := &s.found
	switch {
	case s.stopped && line.Empty():
		return v, false
	case s.stopped:
		// Some moves were searched, and this is the value of the best.
		if v > f.value || f.bound == ply.NoBound || f.bound == ply.AtMost {
			f.value, f.bound = v, ply.AtLeast
			f.line = s.Moves(f.line[:0], line)
		}
		return v, false
	case v <= alpha:
		f.value, f.bound = v, ply.AtMost
		if len(f.line) == 0 {
			f.line = append(f.line[:0], s.last...)
		}
	case v >= beta:
		f.value, f.bound = v, ply.AtLeast
		f.line = s.Moves(f.line[:0], line)
	default:
		f.value, f.bound = v, ply.Exact
		f.line = s.Moves(f.line[:0], line)
	}
	switch {
	case v == ply.MaxValue && f.bound == ply.AtLeast:
		f.bound = ply.Exact
	case v == -ply.MaxValue && f.bound == ply.AtMost:
		// Every move is a best one, but the line was not found by this search.
		f.bound, f.line = ply.Exact, f.line[:min(len(f.line), 1)]
	}
	return v, true
}

func (s *negamax[M]) mustStop() bool {
	switch {
	case s.stopped:
		return true
	case s.member != nil:
		return s.mustLeave()
	}
	if status := s.Poll(s.stats.Nodes); status != ply.Complete {
		s.status, s.stopped = status, true
	}
	return s.stopped
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
	if s.repetitions && s.isRepeated(at, here) {
		return 0
	}
	if depth <= 0 || at >= s.edge {
		if depth > 0 && at < s.mostMoves {
			return s.searchAfresh(at, depth, alpha, beta, me, null)
		}
		s.horizon++
		if s.quiescer != nil {
			return s.quiet(at, s.quiescence, alpha, beta, me)
		}
		s.stats.Leaves++
		return s.evaluator.Evaluate()
	}

	switch {
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

	// What is known already.
	var e entering
	e.low, e.high = -infinity, infinity
	if s.bounder != nil && at > 0 {
		var known bool
		if e.low, e.high, known = s.isKnown(alpha, beta); known {
			return e.low
		}
	}
	tabled := s.table != nil && depth >= s.tableFrom
	if tabled && s.remembered(&e, at, depth, alpha, beta, null) {
		return e.value
	}
	alpha, beta = max(alpha, e.low), min(beta, e.high)
	e.horizon, e.repeated, e.nodes = s.horizon, s.repeated, s.stats.Nodes

	start := len(s.stack)
	s.stack = s.game.Moves(s.stack)
	n := len(s.stack) - start
	if n == 0 {
		return s.sides.Outcome()
	}
	if s.passer != nil && null && at > 0 && depth > s.nullMove && s.nullCuts(at, depth, beta, me) {
		s.stack = s.stack[:start]
		return beta
	}
	if depth >= s.enhancedFrom && at > 0 && !s.unbounded {
		if v, move := s.knownReply(start, at, depth, beta, me); move >= 0 {
			v = min(v, e.high)
			if tabled {
				s.remember(&e, depth, v, ply.AtLeast, start, move)
			}
			s.stack = s.stack[:start]
			return v
		}
	}

	p := s.newPicker(start, s.hint(&e, start), !s.sorts || depth < s.orderFrom)
	best, bestMove, before := -infinity, -1, alpha
	here.moved = true
	for i := range n {
		if s.width > 0 && i == s.width && me == s.widthSide {
			s.narrowed++
			break
		}
		if s.member != nil && i > 0 && s.shares(n-i, e.nodes) {
			best, bestMove = s.split(&p, at, depth, alpha, beta, me, i, best, bestMove, e.nodes, beta-before > 1 || at == 0)
			break
		}
		index := i
		if !p.plain || p.hint >= 0 {
			index = s.pick(&p, at, me)
		}
		m := s.stack[start+index]
		if i == 1 && s.fetcher != nil && depth > s.tableFrom {
			s.fetch(start)
		}
		deeper := depth - 1
		if s.extender != nil {
			deeper = s.extended(m, depth, i)
		}
		here.move, s.at = m, at+1
		s.game.Play(m)
		turn := s.sides.ToMove()
		var v int
		switch {
		case turn < 0:
			s.refuse(turn)
		case depth == 1 && deeper == 0 && s.evaluates:
			s.stats.Nodes++
			s.stats.Leaves++
			s.horizon++
			if v = s.evaluator.Evaluate(); turn != me {
				v = -v
			}
		case deeper < depth-1 || s.scout && i > 0 && beta-alpha > 1:
			v = s.scoutMove(at, deeper, depth-1, alpha, beta, me, turn, i > 0)
		case turn == me:
			v = s.search(at+1, deeper, alpha, beta, turn, true)
		case depth == 2 && s.successors != nil:
			v = -s.bestSuccessor(at+1, -beta, -alpha, turn)
		case depth == 3 && s.lastTwo && beta-alpha == 1:
			v = -s.searchTwo(s.list(), at+1, -beta, turn)
		default:
			v = -s.search(at+1, deeper, -beta, -alpha, turn, true)
		}
		s.game.Undo(m)
		s.at = at
		if s.stopped {
			break
		}
		if v > best {
			best, bestMove = v, index
		}
		if v <= alpha {
			if s.refutations && turn != me && !p.plain {
				s.tryNext(&p, at)
			}
			continue
		}
		if beta-before > 1 || at == 0 {
			if depth > 1 || deeper > 0 || !s.evaluates {
				s.Begin(&here.line, m, &s.levels[at+1].line)
			} else {
				s.Begin(&here.line, m, new(variation.Line))
			}
			if at == 0 {
				s.best = v
			}
		}
		alpha = v
		if v >= beta {
			s.countCutoff(i)
			if s.learns {
				s.learn(&p, at, me, m, s.effort(depth, e.nodes))
			}
			break
		}
	}
	if s.stopped {
		s.stack = s.stack[:start]
		return best
	}
	bound := ply.Exact
	switch {
	case best >= e.high:
		best = e.high
	case best <= e.low:
		best = e.low
	case best >= beta:
		bound = ply.AtLeast
	case best <= before:
		bound = ply.AtMost
	}
	if tabled && s.repeated == e.repeated {
		s.remember(&e, depth, best, bound, start, bestMove)
	}
	s.stack = s.stack[:start]
	return best
}

// searchTwo is search with depth 2 and the null window above alpha, without a table, an order or extensions. Most
// positions above the last ones are searched so. start is as in searchNull.
func (s *negamax[M]) searchTwo(start, at, alpha, me int) int {
	if s.stats.Nodes >= s.PollAt && s.mustStop() {
		s.stack = s.stack[:start]
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	s.Clear(&here.line)
	low, high, beta := -infinity, infinity, alpha+1
	if s.bounder != nil {
		var known bool
		if low, high, known = s.isKnown(alpha, beta); known {
			return low
		}
	}
	if s.advancer == nil {
		s.stack = s.game.Moves(s.stack)
	}
	moves := s.stack[start:]
	if len(moves) == 0 {
		return s.sides.Outcome()
	}
	best := -infinity
	here.moved = true
	for i, m := range moves {
		here.move, s.at = m, at+1
		s.game.Play(m)
		turn, v := s.sides.ToMove(), 0
		switch {
		case turn < 0:
			s.refuse(turn)
		case turn == me:
			v = s.bestSuccessor(at+1, alpha, beta, turn)
		case !s.lean:
			v = -s.bestSuccessor(at+1, -beta, -alpha, turn)
		case s.stats.Nodes >= s.PollAt && s.mustStop():
		default:
			// bestSuccessor of a lean search, here because most calls of the game are this one.
			s.stats.Nodes++
			_, value, tried := s.successors.BestSuccessor(-alpha)
			if tried == 0 {
				value = s.sides.Outcome()
			} else {
				s.stats.Nodes += tried
				s.stats.Leaves += tried
				s.horizon += tried
				if value >= -alpha {
					s.countCutoff(tried - 1)
				}
			}
			v = -value
		}
		s.game.Undo(m)
		s.at = at
		if s.stopped {
			break
		}
		if best = max(best, v); v > alpha {
			s.countCutoff(i)
			if s.learns {
				s.learn(&picker{plain: true}, at, me, m, 2)
			}
			break
		}
	}
	s.stack = s.stack[:start]
	return min(max(best, low), high)
}

// bestSuccessor is search of a position one move before the end of the depth, where the evaluator answers for all
// moves. Most positions are such or come after one.
func (s *negamax[M]) bestSuccessor(at, alpha, beta, me int) int {
	if s.stats.Nodes >= s.PollAt && s.mustStop() {
		return 0
	}
	s.stats.Nodes++
	here := s.level(at)
	s.Clear(&here.line)
	low, high := -infinity, infinity
	if s.bounder != nil && at > 0 {
		var known bool
		if low, high, known = s.isKnown(alpha, beta); known {
			return low
		}
		alpha, beta = max(alpha, low), min(beta, high)
	}
	m, best, tried := s.successors.BestSuccessor(beta)
	if tried == 0 {
		return s.sides.Outcome()
	}
	s.stats.Nodes += tried
	s.stats.Leaves += tried
	s.horizon += tried
	if best <= alpha {
		return max(best, low)
	}
	if beta-alpha > 1 || at == 0 {
		s.Begin(&here.line, m, new(variation.Line))
		if at == 0 {
			s.best = best
		}
	}
	if best >= beta {
		s.countCutoff(tried - 1)
		if s.learns {
			s.learn(&picker{plain: true}, at, me, m, 1)
		}
	}
	return min(best, high)
}

// refuse ends the search because neither side is to move.
func (s *negamax[M]) refuse(turn int) {
	if s.fault == nil {
		s.fault = fmt.Errorf("alphabeta: %w", sides.Error(s.game, turn, 2))
	}
	s.status, s.stopped = ply.Failed, true
	if s.member != nil {
		s.member.team.fail()
	}
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

// entering is what is kept of a position while its moves are searched.
type entering struct {
	low, high int // what its value can be
	value     int // if it is in the table and that is enough
	key       uint64
	image     int // the symmetry that key is of
	move      uint16
	horizon   int // of the search, and likewise below, when it came here
	repeated  int
	nodes     int
}

// extended returns the depth behind m.
func (s *negamax[M]) extended(m M, depth, number int) int {
	most := deepest
	if s.unbounded {
		most = withoutBound
	}
	return min(max(depth-1+s.extender.Extend(m, depth, number), 0), most)
}

// scoutMove returns the value of the move just played, by cheap searches first: shallow
// ones where it is not to be looked at in full depth, and if scout is wanted with a null window
// where it is not the first. Where they find that it is better than alpha, it is searched again.
func (s *negamax[M]) scoutMove(at, deeper, full, alpha, beta, me, turn int, notFirst bool) int {
	value := func(depth, beta int) int {
		if turn != me {
			return -s.search(at+1, depth, -beta, -alpha, turn, true)
		}
		return s.search(at+1, depth, alpha, beta, turn, true)
	}
	narrow := beta
	if s.scout && notFirst {
		narrow = alpha + 1
	}
	v := value(deeper, narrow)
	if deeper < full && v > alpha && !s.stopped {
		s.stats.Researches++
		deeper = full
		v = value(deeper, narrow)
	}
	if narrow < beta && v > alpha && v < beta && !s.stopped {
		s.stats.Researches++
		v = value(deeper, beta)
	}
	return v
}

// isRepeated reports whether the present position is a repetition.
func (s *negamax[M]) isRepeated(at int, here *level[M]) bool {
	repeated := false
	if s.byHash {
		here.key = s.hasher.Hash()
		for _, l := range s.levels[:at] {
			repeated = repeated || l.key == here.key
		}
	} else {
		repeated = at > 0 && s.repeater.Repeated()
	}
	if repeated {
		s.stats.Repeated++
		s.repeated++
	}
	return repeated
}

// isKnown asks the game what it knows of the value. It reports whether that is enough; low is then the
// value.
func (s *negamax[M]) isKnown(alpha, beta int) (low, high int, known bool) {
	low, high = s.bounder.Bounds(alpha, beta)
	if low < beta && high > alpha && low < high {
		return low, high, false
	}
	s.stats.KnownCuts++
	if low < beta {
		low = high
	}
	return low, high, true
}

// remembered looks the position up in the table. It reports whether that is enough; value is then the
// value.
func (s *negamax[M]) remembered(e *entering, at, depth, alpha, beta int, null bool) bool {
	if s.images == nil {
		e.key = s.hasher.Hash()
	} else {
		e.key, e.image = canonicalImage(s.images)
	}
	e.key ^= s.salt
	if !null {
		e.key ^= afterNull
	}
	var entry transposition.Entry
	var ok bool
	if s.direct != nil {
		entry, ok = s.direct.Lookup(e.key)
	} else {
		entry, ok = s.table.Lookup(e.key)
	}
	if !ok {
		return false
	}
	s.stats.TableHits++
	e.move = entry.Move
	if at == 0 || !s.isDeepEnough(&entry, depth) {
		return false
	}
	value := int(entry.Value)
	switch {
	case entry.Bound == ply.Exact:
	case entry.Bound == ply.AtLeast && value >= beta:
	case entry.Bound == ply.AtMost && value <= alpha:
	default:
		return false
	}
	s.stats.TableCuts++
	if !entry.Final {
		s.horizon++
	}
	if s.width > 0 {
		s.narrowed++ // for all that is known
	}
	e.value = value
	return true
}

// knownReply returns a move that the table knows to be worth beta or more, and what it is worth; the move is -1 if
// there is none. The moves are those in the stack from start on.
func (s *negamax[M]) knownReply(start, at, depth, beta, me int) (value, move int) {
	if s.hashesAhead {
		return s.replyAhead(start, at, depth, beta, me)
	}
	for i, m := range s.stack[start:] {
		s.note(at, m)
		s.game.Play(m)
		sign, low, high := 1, -infinity, beta
		if s.sides.ToMove() != me {
			sign, low, high = -1, -beta, infinity
		}
		var e entering
		horizon := s.horizon
		known := s.remembered(&e, at+1, depth-1, low, high, true)
		s.game.Undo(m)
		s.at = at
		if known && sign*e.value >= beta {
			return sign * e.value, i
		}
		s.horizon = horizon
	}
	return 0, -1
}

// replyAhead is knownReply where the game tells the keys of all successors without playing the moves, as few of them are
// in the table. It plays those alone that may be good enough, to see which side is then to move.
func (s *negamax[M]) replyAhead(start, at, depth, beta, me int) (value, move int) {
	s.ahead = s.successorHasher.HashSuccessors(s.stack[start:], s.ahead[:0])
	for i, key := range s.ahead {
		entry, ok := s.direct.Lookup(key ^ s.salt)
		if !ok {
			continue
		}
		s.stats.TableHits++
		value = int(entry.Value)
		exact := entry.Bound == ply.Exact
		mine, others := exact || entry.Bound == ply.AtLeast && value >= beta, exact || entry.Bound == ply.AtMost && value <= -beta
		if !mine && !others || !s.isDeepEnough(&entry, depth-1) {
			continue
		}
		m := s.stack[start+i]
		s.note(at, m)
		s.game.Play(m)
		known := mine
		if s.sides.ToMove() != me {
			known, value = others, -value
		}
		s.game.Undo(m)
		s.at = at
		if !known {
			continue
		}
		s.stats.TableCuts++
		if value >= beta {
			if !entry.Final {
				s.horizon++
			}
			return value, i
		}
	}
	return 0, -1
}

// afterNull makes another key of that of a position where no null move is allowed.
const afterNull = 0x5be0cd19137e2179

func (s *negamax[M]) isDeepEnough(entry *transposition.Entry, depth int) bool {
	switch {
	case entry.Final && (s.anyDepth || s.unbounded && s.whole):
		return true
	case s.unbounded:
		return entry.Depth == bottomless
	case s.anyDepth:
		return int(entry.Depth) >= depth
	default:
		return int(entry.Depth) == depth || entry.Final && s.whole && int(entry.Depth) < depth
	}
}

// A fetcher is a table that can be told which keys are likely to be looked up soon.
type fetcher interface{ Fetch(keys []uint64) }

// fetch has the table fetch the entries of the positions after all moves. It is called when the first move did not
// cut off the present position, so that the others are likely to be searched as well.
func (s *negamax[M]) fetch(start int) {
	s.ahead = s.successorHasher.HashSuccessors(s.stack[start:], s.ahead[:0])
	for i := range s.ahead {
		s.ahead[i] ^= s.salt
	}
	s.fetcher.Fetch(s.ahead)
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

// remember puts what was found of the position into the table. start is where its moves begin.
func (s *negamax[M]) remember(e *entering, depth, value int, bound ply.Bound, start, move int) {
	s.store(e.key, depth, value, bound, s.mark(e, start, move), e.horizon, e.nodes)
}

// store puts an entry into the table. horizon and nodes are those when the search came to the position.
func (s *negamax[M]) store(key uint64, depth, value int, bound ply.Bound, move uint16, horizon, nodes int) {
	entry := transposition.Entry{
		Value: int16(value),
		Move:  move,
		Depth: uint8(min(depth, bottomless)),
		Bound: bound,
		Final: s.horizon == horizon,
	}
	weight := int(entry.Depth)
	switch {
	case s.byNodes:
		weight = s.stats.Nodes - nodes + 1
	case s.unbounded:
		weight = bits.Len(uint(s.stats.Nodes - nodes))
	}
	if s.direct != nil {
		s.direct.Store(key, entry, weight)
	} else {
		s.table.Store(key, entry, weight)
	}
}

// canonicalImage is [ply.CanonicalHash] and a symmetry that it is found under.
func canonicalImage[M comparable](g ply.Symmetric[M]) (least uint64, image int) {
	least = g.HashUnder(0)
	for i := 1; i < g.Symmetries(); i++ {
		if h := g.HashUnder(i); h < least {
			least, image = h, i
		}
	}
	return least, image
}

// mark returns what the table keeps of a move: its number among the moves of the position; where the
// position may come back as another image, the number of the move's own image.
func (s *negamax[M]) mark(e *entering, start, move int) uint16 {
	if s.images != nil {
		move = s.numberer.Number(s.images.MoveUnder(e.image, s.stack[start+move]))
	}
	return markOf(move)
}

// markOf returns what the table keeps of the number of a move.
func markOf(number int) uint16 {
	if number >= math.MaxUint16 {
		return 0
	}
	return uint16(number + 1)
}

// hint returns the number of the move that the table has kept, or -1.
func (s *negamax[M]) hint(e *entering, start int) int {
	moves := s.stack[start:]
	switch {
	case e.move == 0 || s.withoutHint:
		return -1
	case s.images != nil:
		return slices.IndexFunc(moves, func(m M) bool {
			return s.numberer.Number(s.images.MoveUnder(e.image, m)) == int(e.move)-1
		})
	case int(e.move) > len(moves):
		return -1
	}
	return int(e.move) - 1
}

// lengthen follows the line found as far as the table knows how it goes on.
func (s *negamax[M]) lengthen(depth int) {
	if s.table == nil || s.found.bound != ply.Exact || s.images != nil {
		return
	}
	r := &s.result
	value, side := r.Value, s.sides.ToMove()
	for i, m := range r.Line {
		s.note(i, m)
		s.game.Play(m)
		if turn := s.sides.ToMove(); turn != side {
			value, side = -value, turn
		}
		if i == len(r.Line)-1 {
			break
		}
	}
	for len(r.Line) < min(depth, mostDepth) {
		entry, ok := s.table.Lookup(s.hasher.Hash() ^ s.salt)
		s.stack = s.game.Moves(s.stack[:0])
		move := int(entry.Move) - 1
		if !ok || entry.Bound != ply.Exact || int(entry.Value) != value || !s.isDeepEnough(&entry, depth-len(r.Line)) ||
			move < 0 || move >= len(s.stack) {
			break
		}
		m := s.stack[move]
		s.note(len(r.Line), m)
		r.Line = append(r.Line, m)
		s.game.Play(m)
		if turn := s.sides.ToMove(); turn != side {
			value, side = -value, turn
		}
	}
	for i, m := range slices.Backward(r.Line) {
		s.game.Undo(m)
		s.at = i
	}
	s.stack = s.stack[:0]
}

// note notes a move that is played outside of search, at moves from the start.
func (s *negamax[M]) note(at int, m M) {
	l := s.level(at)
	l.move, l.moved, s.at = m, true, at+1
}
