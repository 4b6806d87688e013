package expectimax

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/variation"
)

// A pruning is the way a search prunes. best chooses one by the game (see [Search]).
type pruning uint8

const (
	nothing pruning = iota
	star1
	star2
	best
)

const (
	mostDepth    = 250
	bottomless   = 251     // stored for an unlimited depth
	withoutBound = 1 << 30 // an unlimited depth
	usualFrom    = 2       // the default of TableFrom
)

var infinity = math.Inf(1)

// Go limits stacks, so every freshSearch moves of a line are searched on a new goroutine. (A variable for the tests.)
var freshSearch = 1 << 14

// A searcher searches a game with chance depth first. Values within a search are for side 0, the maximizer.
type searcher[M comparable] struct {
	stop.Budget
	stopped bool
	status  ply.Status

	game       ply.Game[M]
	sides      ply.Adversarial
	stochastic ply.Stochastic[M] // nil without chance
	evaluator  Evaluator
	integers   bool                          // the evaluator's values are integers of the game
	successors fast.SuccessorExpectations[M] // evaluator, or nil
	replies    fast.ReplyExpectations[M]     // evaluator, or nil if there is a table for positions between

	pruning         pruning
	filter          Filter
	unlikely        float64
	lowest, highest float64 // of all values
	slack           float64 // more than the rounding errors of a value

	hasher    ply.Hasher // nil without a table
	table     *hashtable.Table[entry]
	salt      uint64
	tableFrom int
	anyDepth  bool

	only               []M          // the moves of the start that are searched; nil for all
	stack              []M          // the moves of all positions on the line
	odds               []float64    // the probabilities of the positions of chance on the line
	values             []float64    // of positions evaluated together
	reply              []fast.Reply // scratch
	ranked             []float64    // scratch
	levels             []*level[M]
	variation.Lines[M] // of the levels

	at       int    // moves from the start to the present position
	edge     int    // the distance from the start at which a line continues on a fresh stack
	horizon  int    // counts evaluations, and other values not known to the end of the game
	outcomes int    // of chance on the line: the line of best play ends before the first
	omitted  int    // counts evaluated unlikely positions, and other values that depend on probabilities of positions
	narrowed [2]int // counts, for each side, positions of which moves were left out

	report   func() // the progress; nil for none
	fault    error  // why the game cannot be searched
	nodes    int
	result   Result[M]
	searched bool       // a depth was finished
	finished bool       // no depth follows
	kept     *saved.Run // the state in a checkpoint; nil for none
}

type level[M comparable] struct {
	line   variation.Line // the best line of the position
	move   M              // last played there
	killer M              // the last to cut off a position
	kills  bool           // killer is set
}

func newSearcher[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt *Options[M], p pruning) (*searcher[M], error) {
	if guard.IsNil(g) {
		return nil, errors.New("expectimax: no game given")
	}
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("expectimax: %w", err)
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	evaluator, integers := evaluatorOf(g, opt)
	if guard.IsNil(evaluator) {
		return nil, errors.New("expectimax: Evaluator has returned nil")
	}
	s := &searcher[M]{
		game:      g,
		sides:     g,
		evaluator: evaluator,
		integers:  integers,
		pruning:   p,
		filter:    opt.Filter,
		unlikely:  opt.Unlikely,
		lowest:    opt.Range[0],
		highest:   opt.Range[1],
		salt:      opt.salt(g, evaluator),
		tableFrom: cmp.Or(opt.TableFrom, usualFrom),
		anyDepth:  !opt.EqualDepth,
		only:      opt.only,
		edge:      freshSearch,
	}
	s.stochastic, _ = g.(ply.Stochastic[M])
	ranged := integers || opt.Range != [2]float64{}
	if p == best {
		switch {
		case !ranged:
			s.pruning = nothing
		case opt.Table == nil:
			s.pruning = star1
		default:
			s.pruning = star2
		}
	}
	s.successors, _ = evaluator.(fast.SuccessorExpectations[M])
	if opt.Table == nil || s.tableFrom > 1 {
		s.replies, _ = evaluator.(fast.ReplyExpectations[M])
	}
	if s.lowest == 0 && s.highest == 0 {
		switch {
		case integers:
			s.lowest, s.highest = -ply.MaxValue, ply.MaxValue
		case s.pruning != nothing:
			return nil, errors.New("expectimax: pruning needs the Range of the values of the Evaluator")
		default:
			s.lowest, s.highest = -math.MaxFloat64, math.MaxFloat64
		}
	}
	s.slack = 1e-12 * max(math.Abs(s.lowest), math.Abs(s.highest))
	if opt.Table != nil {
		var ok bool
		if s.hasher, ok = g.(ply.Hasher); !ok {
			return nil, fmt.Errorf("expectimax: Table needs a ply.Hasher, which %T is not", g)
		}
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("expectimax: %w", err)
	}
	if acyclic, ok := g.(ply.Acyclic); opt.Depth == 0 && !(ok && acyclic.Acyclic()) {
		if opt.Direct {
			return nil, ply.ErrCyclic
		}
		opt.Depth = mostDepth
	}
	if opt.Table != nil {
		var err error
		if s.table, err = hashtable.Open[entry](opt.Table, hashtable.TwoDeep); err != nil {
			return nil, fmt.Errorf("expectimax: %w", err)
		}
		s.table.Age()
	}
	s.Budget = stop.NewBudget(ctx, s.bounds(limits, opt))
	return s, nil
}

// deepen searches to increasing depths or a single one. With a time limit it ends when the move cannot change.
func (s *searcher[M]) deepen(opt *Options[M], timed bool) {
	depth := s.result.Depth + 1
	switch {
	case opt.Direct:
		depth = cmp.Or(opt.Depth, withoutBound)
	case depth > mostDepth:
		depth = withoutBound
	}
	turn := s.sides.ToMove()
	for !s.finished {
		s.horizon, s.narrowed = 0, [2]int{}
		s.Clear(&s.level(0).line)
		v := s.value(0, depth, -infinity, infinity, 1)
		if turn == 1 {
			v = -v
		}
		r, line := &s.result, s.levels[0].line
		switch {
		case !s.stopped:
			s.searched = true
			r.Value, r.Bound = v, s.certain(ply.Exact, turn)
			r.Final = s.horizon == 0 && s.narrowed == [2]int{}
			r.Line = s.Moves(r.Line[:0], line)
			r.Depth = depth
			if depth == withoutBound {
				r.Depth = 0
			}
		case !s.searched && !line.Empty():
			r.Value, r.Bound = v, s.certain(ply.AtLeast, turn) // of the best of the moves searched
			r.Line = s.Moves(r.Line[:0], line)
		}
		s.finished = !s.stopped && (opt.Direct || depth == opt.Depth || s.horizon == 0)
		if s.stopped || s.finished {
			break
		}
		if timed && turn >= 0 && len(s.game.Moves(s.stack[:0])) == 1 {
			s.status = ply.Decided
			break
		}
		if s.report != nil {
			s.report()
			if s.status = s.Status(); s.status != ply.Complete {
				s.stopped = true
				break
			}
		}
		if depth++; depth > mostDepth {
			depth = withoutBound
		}
	}
	if len(s.result.Line) == 0 && turn >= 0 && s.fault == nil {
		// Some move is better than none.
		if moves := s.game.Moves(nil); len(moves) > 0 {
			s.result.Line = moves[:1]
		}
	}
	s.result.Status = s.status
	s.result.setMove()
}

func (s *searcher[M]) mustStop() bool {
	if !s.stopped {
		if status := s.Poll(s.nodes); status != ply.Complete {
			s.status, s.stopped = status, true
			if err := s.Fault(); err != nil {
				s.fault = fmt.Errorf("expectimax: %w", err)
			}
		}
	}
	return s.stopped
}

func (s *searcher[M]) fail(err error) float64 {
	if s.fault == nil {
		s.fault = fmt.Errorf("expectimax: after %s: %w", s.line(), err)
	}
	s.status, s.stopped = ply.Failed, true
	return 0
}

func (s *searcher[M]) level(at int) *level[M] {
	for at >= len(s.levels) {
		s.levels = append(s.levels, new(level[M]))
	}
	return s.levels[at]
}

func (s *searcher[M]) line() string {
	moves := []M{}
	if s != nil {
		for _, l := range s.levels[:s.at] {
			moves = append(moves, l.move)
		}
	}
	return fmt.Sprint(moves)
}

// value returns the value of the present position, or a bound on it at most alpha or at least beta. at is the number of
// moves from the start, depth the number of moves to look ahead, and reach the probability of the outcomes on the line.
func (s *searcher[M]) value(at, depth int, alpha, beta, reach float64) float64 {
	if s.nodes >= s.PollAt && s.mustStop() {
		return 0
	}
	s.Clear(&s.level(at).line)
	turn := s.sides.ToMove()
	if turn > 1 || turn < 0 && (turn != ply.Chance || s.stochastic == nil) {
		return s.fail(sides.Error(s.game, turn, 2))
	}
	if at >= s.edge {
		return s.valueAfresh(at, depth, alpha, beta, reach)
	}
	s.nodes++

	some := at == 0 && s.only != nil // the value of some moves is not the value of the position
	tabled := s.table != nil && depth >= s.tableFrom && !some
	first, key := 0, uint64(0)
	if tabled {
		key = s.hasher.Hash() ^ s.salt
		e, ok := s.table.Lookup(key)
		if ok {
			first = max(int(e.Move)-1, 0)
			if at > 0 && s.isDeepEnough(&e, depth, reach) && decides(&e, alpha, beta) {
				s.noteTabled(&e)
				return e.Value
			}
		}
	}
	horizon, omitted, narrowed, nodes := s.horizon, s.omitted, s.narrowed, s.nodes
	start, odds := len(s.stack), len(s.odds)
	if some {
		s.stack = append(s.stack, s.only...)
	} else {
		s.stack = s.game.Moves(s.stack)
	}
	if len(s.stack) == start && turn >= 0 {
		if s.integers {
			return s.within(float64(s.sides.Outcome()), turn)
		}
		return s.within(s.evaluator.Expectation(), turn)
	}
	var v float64
	best := 0
	switch {
	case turn < 0:
		v = s.chance(at, depth, alpha, beta, reach, start)
	case s.successors != nil && depth == 1 && s.pruning == nothing && !some:
		v, best = s.decideLast(turn, at, start)
	default:
		if first = s.filtered(turn, at, depth, start, first); !s.stopped {
			v, best = s.decide(turn, at, depth, alpha, beta, reach, start, s.firstOf(start, first, at))
		}
	}
	n := len(s.stack) - start
	s.stack, s.odds = s.stack[:start], s.odds[:odds]
	if tabled && !s.stopped {
		e := entry{Value: v, Depth: uint8(min(depth, bottomless)), Bound: ply.Exact, Final: s.horizon == horizon}
		switch {
		case v <= alpha:
			e.Bound = ply.AtMost
		case v >= beta:
			e.Bound = ply.AtLeast
		}
		if s.omitted > omitted {
			e.Rarity = rarity(reach)
		}
		for side, n := range s.narrowed {
			if n > narrowed[side] {
				e.Narrowed |= 1 << side
			}
		}
		if turn >= 0 && best < min(n, math.MaxUint16) {
			e.Move = uint16(best + 1)
		}
		weight := int(e.Depth)
		if depth > mostDepth {
			weight = bits.Len(uint(s.nodes - nodes))
		}
		s.table.Store(key, e, weight)
	}
	return v
}

func (s *searcher[M]) valueAfresh(at, depth int, alpha, beta, reach float64) (v float64) {
	edge := s.edge
	s.edge = at + freshSearch
	guard.FreshStack(func() { v = s.value(at, depth, alpha, beta, reach) })
	s.edge = edge
	return v
}

// within converts a value for the side to move to side 0. It fails if the value is out of range.
func (s *searcher[M]) within(v float64, turn int) float64 {
	if turn == 1 {
		v = -v
	}
	if !(v >= s.lowest && v <= s.highest) {
		return s.fail(fmt.Errorf("a position is worth %v for side 0, which is not in the range from %v to %v", v, s.lowest, s.highest))
	}
	return v
}

func (s *searcher[M]) outside(v float64, i int) float64 {
	s.level(s.at).move = s.stack[i]
	s.at++
	s.within(v, 0)
	s.at--
	return 0
}

func (s *searcher[M]) after(i, at, depth int, alpha, beta, reach float64) float64 {
	m := s.stack[i]
	s.levels[at].move, s.at = m, at+1
	s.game.Play(m)
	var v float64
	if depth <= 0 || reach < s.unlikely {
		v = s.leaf(at+1, depth)
	} else {
		v = s.value(at+1, depth, alpha, beta, reach)
	}
	s.game.Undo(m)
	s.at = at
	return v
}

func (s *searcher[M]) leaf(at, depth int) float64 {
	if depth > 0 {
		s.omitted++
	}
	if s.outcomes == 0 {
		s.Clear(&s.level(at).line)
	}
	turn := s.sides.ToMove()
	if turn > 1 || turn < 0 && (turn != ply.Chance || s.stochastic == nil) {
		return s.fail(sides.Error(s.game, turn, 2))
	}
	s.nodes++
	s.horizon++
	return s.within(s.evaluator.Expectation(), turn)
}

// firstOf returns the number of the move to try first: the move from the table, or else the killer.
func (s *searcher[M]) firstOf(start, tabled, at int) int {
	here := s.level(at)
	moves := s.stack[start:]
	switch {
	case s.pruning == nothing:
		return 0
	case tabled > 0 && tabled < len(moves):
		return tabled
	case here.kills:
		for i, m := range moves {
			if m == here.killer {
				return i
			}
		}
	}
	return 0
}

func (s *searcher[M]) decide(turn, at, depth int, alpha, beta, reach float64, start, first int) (value float64, best int) {
	here := s.levels[at]
	value = -infinity
	if turn == 1 {
		value = infinity
	}
	whole := s.pruning == nothing
	low, high := alpha, beta
	for i := range len(s.stack) - start {
		// The first one is moved to the front.
		index := i
		switch {
		case i == 0:
			index = first
		case i <= first:
			index = i - 1
		}
		v := s.after(start+index, at, depth-1, low, high, reach)
		if s.stopped {
			break
		}
		if turn == 0 && v > value || turn == 1 && v < value {
			value, best = v, index
			if s.outcomes == 0 {
				s.Begin(&here.line, s.stack[start+index], &s.levels[at+1].line)
			}
		}
		if whole {
			continue
		}
		if turn == 0 {
			low = max(low, value)
		} else {
			high = min(high, value)
		}
		if low >= high {
			here.killer, here.kills = s.stack[start+index], true
			break
		}
	}
	return value, best
}

func (s *searcher[M]) chance(at, depth int, alpha, beta, reach float64, start int) float64 {
	odds := len(s.odds)
	s.odds = s.stochastic.Probabilities(s.stack[start:], s.odds)
	if len(s.odds) < odds {
		return s.fail(fmt.Errorf("%T: Probabilities returned a slice shorter than its argument", s.game))
	}
	if err := chance.Check(s.odds[odds:], len(s.stack)-start); err != nil {
		return s.fail(fmt.Errorf("%T: %w", s.game, err))
	}
	normalize(s.odds[odds:])
	s.outcomes++
	v := 0.0
	switch {
	case s.pruning == nothing || depth == 1 && alpha < s.lowest && beta > s.highest:
		v = s.expect(at, depth, reach, start, odds)
	case s.pruning == star2 && depth > 1:
		v = s.star2(at, depth, alpha, beta, reach, start, odds)
	default:
		v = s.star1(at, depth, alpha, beta, reach, start, odds, s.unknown(), 0, 0)
	}
	s.outcomes--
	return v
}

// unknown returns the bounds of a node of chance with no outcome searched.
func (s *searcher[M]) unknown() expected { return expected{low: s.lowest, high: s.highest} }

// normalize scales probabilities to the sum 1, since their rounding may exceed the slack of a search.
func normalize(probabilities []float64) {
	sum := 0.0
	for _, p := range probabilities {
		sum += p
	}
	if sum == 1 {
		return
	}
	for i := range probabilities {
		probabilities[i] /= sum
	}
}

func decides(e *entry, alpha, beta float64) bool {
	return e.Bound == ply.Exact || e.Bound == ply.AtLeast && e.Value >= beta || e.Bound == ply.AtMost && e.Value <= alpha
}

func (s *searcher[M]) noteTabled(e *entry) {
	if !e.Final {
		s.horizon++
	}
	if e.Rarity > 0 {
		s.omitted++
	}
	for side := range s.narrowed {
		s.narrowed[side] += int(e.Narrowed >> side & 1)
	}
}

// rarity returns how unlikely a probability is, in quarters of a binary order of magnitude, from 1 to 255.
func rarity(probability float64) uint8 {
	// The exponent and the first two binary digits of the mantissa.
	const one = 1023 << 2
	return uint8(min(max(one-int(math.Float64bits(probability)>>50)+1, 1), 255))
}

func (s *searcher[M]) isDeepEnough(e *entry, depth int, reach float64) bool {
	switch {
	case e.Rarity > 0 && e.Rarity > rarity(reach):
		return false
	case e.Final && (s.anyDepth || depth > mostDepth):
		return true
	case depth > mostDepth:
		return e.Depth == bottomless
	case s.anyDepth:
		return int(e.Depth) >= depth
	default:
		return int(e.Depth) == depth || e.Final && int(e.Depth) < depth
	}
}
