package expectimax

import (
	"cmp"
	"context"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/finite"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/scc"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// ValueIteration finds bounds on the values of all positions reachable from the present position. The game may have
// cycles, such as dice games in which a turn can end in the position in which it began. tolerance is approximately the
// greatest absolute error of the values; 0 means 1e-9.
//
// The bounds are correct up to rounding, even if the search ends early. If play can be endless, the lower and the upper
// bound of a position can remain different, because the rules give endless play no value. The lower bound for side 0
// counts endless play like the worst finished position for side 0, and the upper bound counts it like the best.
//
// ValueIteration first stores all positions. A position takes 55 to 75 bytes plus the bytes that AppendBinary appends
// or, if the game is only a Hasher, 8 bytes for its hash. In addition, each move takes 4 bytes and each outcome of chance 12 bytes. While lists grow, up
// to a quarter more memory is needed.
//
// The bounds are computed backwards from the finished positions, for one strongly connected component after the other
// (Tarjan 1972; Dai and Goldsmith 2007). In a component, the bounds are computed repeatedly, until they change by no
// more than a thousandth of tolerance (value iteration, Bellman 1957; with two bounds, Haddad and Monmege 2014).
//
// The game must be an [encoding.BinaryAppender] or a [ply.Hasher]. If it is only a Hasher, positions with equal hashes
// are treated as equal. The value of a finished position is its Expectation if the game is an [Evaluator], and
// otherwise its Outcome. [ply.Limits].Nodes limits the sum of [Solution].Positions and [Solution].Backups. If ctx or a
// limit ends the search, the error is nil. ValueIteration returns an error if the game lacks a capability, if the game
// is found to break a law, or if the game panics.
func ValueIteration[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, tolerance float64) (*Solution[M], error) {
	s := &Solution[M]{Low: math.Inf(-1), High: math.Inf(1)}
	err := guard.Run(func() string { return fmt.Sprint(s.path) }, func() error {
		if err := s.begin(ctx, g, limits, tolerance); err != nil {
			return err
		}
		if err := s.explore(); err != nil || s.Status != ply.Complete {
			return err
		}
		s.solve()
		return nil
	})
	if s.started {
		s.Elapsed = s.budget.Elapsed()
	}
	if s.Nodes = s.Positions + s.Backups; err != nil {
		s.Status = ply.Failed
	}
	return s, err
}

// A Solution is the result of [ValueIteration]. Its methods can be called after the search has ended.
type Solution[M comparable] struct {
	// Report has the status, the nodes and the time. Nodes is the sum of Positions and Backups. If the search ended before
	// all positions were stored, no value of a position is known.
	ply.Report

	// Low and High are bounds on the value of the start of the search, for the side to move or, in a position of chance,
	// for side 0. If the value is unknown, Low is -Inf and High is +Inf.
	Low, High float64

	// Positions is the number of positions stored. Components is the number of strongly connected components whose
	// values were computed.
	Positions, Components int

	// Backups is the number of computations of the value of a position from the values of its successors.
	Backups int

	largest    int // the number of positions in the greatest component
	tolerance  float64
	started    bool
	budget     stop.Budget
	game       ply.Game[M]
	sides      ply.Adversarial
	stochastic ply.Stochastic[M]
	identity   encoding.BinaryAppender
	hasher     ply.Hasher
	outcome    func() float64

	numbers   transposition.Map[uint32] // of positions, by their identities
	nodes     []node
	to        []uint32 // the successors of each node side by side
	odds      []float64
	low, high []float64 // for side 0
	lowest    float64   // of the outcomes
	highest   float64

	path  []M // from the start to the present position
	moves []M // scratch
	key   []byte
}

type node struct {
	first uint32 // of its successors
	count uint32
	odds  uint32 // the first of its probabilities
	turn  int8   // as ToMove returns, possibly plus finished, or unexplored
}

const (
	finished   = 2
	unexplored = 4
)

const usualTolerance = 1e-9

func (s *Solution[M]) begin(ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, tolerance float64) error {
	switch {
	case guard.IsNil(g):
		return errors.New("expectimax: no game given")
	case !(tolerance >= 0):
		return fmt.Errorf("expectimax: the tolerance is %v, want a small positive number, or 0 for %v", tolerance, usualTolerance)
	}
	if err := limits.Check(); err != nil {
		return fmt.Errorf("expectimax: %w", err)
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return fmt.Errorf("expectimax: %w", err)
	}
	s.game, s.sides, s.tolerance = g, g, cmp.Or(tolerance, usualTolerance)
	s.stochastic, _ = g.(ply.Stochastic[M])
	s.identity, _ = g.(encoding.BinaryAppender)
	s.hasher, _ = g.(ply.Hasher)
	if s.identity == nil && s.hasher == nil {
		return fmt.Errorf("expectimax: value iteration needs an encoding.BinaryAppender or a ply.Hasher, and %T is neither", g)
	}
	s.outcome = func() float64 { return float64(g.Outcome()) }
	if e, ok := g.(Evaluator); ok {
		s.outcome = e.Expectation
	}
	s.budget, s.started = stop.NewBudget(ctx, stop.Limits{Limits: limits}), true
	return nil
}

func (s *Solution[M]) mustStop() bool {
	work := s.Positions + s.Backups
	if work < s.budget.PollAt {
		return false
	}
	s.Status = s.budget.Poll(work)
	return s.Status != ply.Complete
}

func (s *Solution[M]) identify(identity encoding.BinaryAppender, hasher ply.Hasher) ([]byte, error) {
	if identity == nil {
		return binary.LittleEndian.AppendUint64(s.key[:0], hasher.Hash()), nil
	}
	key, err := identity.AppendBinary(s.key[:0])
	if err != nil {
		return nil, fmt.Errorf("expectimax: %T: %w", identity, err)
	}
	return key, nil
}

func (s *Solution[M]) number() (n uint32, err error) {
	if s.key, err = s.identify(s.identity, s.hasher); err != nil {
		return 0, err
	}
	at, added := s.numbers.Add(s.key)
	if added {
		if uint64(len(s.nodes)) >= math.MaxUint32 {
			return 0, errors.New("expectimax: more than 2³² positions")
		}
		*at = uint32(len(s.nodes))
		s.nodes = append(s.nodes, node{turn: unexplored})
		s.Positions++
	}
	return *at, nil
}

func (s *Solution[M]) explore() error {
	// A frame is a position on the present line, with its next move in the stack to be played.
	type frame struct {
		node        uint32
		start, next int
	}
	var frames []frame
	s.lowest, s.highest = math.Inf(1), math.Inf(-1)
	enter := func(n uint32) error {
		start := len(s.moves)
		if err := s.expand(n); err != nil {
			return err
		}
		frames = append(frames, frame{n, start, start})
		return nil
	}
	first, err := s.number()
	if err == nil {
		err = enter(first)
	}
	for err == nil && len(frames) > 0 {
		f := &frames[len(frames)-1]
		if s.Status != ply.Complete || s.mustStop() || f.next == len(s.moves) {
			// Back to the position before, also when the search is cut short.
			s.moves = s.moves[:f.start]
			frames = frames[:len(frames)-1]
			if last := len(s.path) - 1; last >= 0 {
				s.game.Undo(s.path[last])
				s.path = s.path[:last]
			}
			continue
		}
		i := f.next
		f.next++
		next := s.to[int(s.nodes[f.node].first)+i-f.start]
		if s.nodes[next].turn == unexplored {
			s.path = append(s.path, s.moves[i])
			s.game.Play(s.moves[i])
			err = enter(next)
		}
	}
	if err != nil {
		for i := len(s.path) - 1; i >= 0; i-- {
			s.game.Undo(s.path[i])
		}
	}
	s.path, s.moves = nil, nil // as long as the longest line, and useless to the solution
	return err
}

// expand stores the moves of the present position, which stay on top of the stack.
func (s *Solution[M]) expand(n uint32) error {
	turn := s.sides.ToMove()
	if turn > 1 || turn < 0 && (turn != ply.Chance || s.stochastic == nil) {
		return fmt.Errorf("expectimax: %w", sides.Error(s.game, turn, 2))
	}
	start := len(s.moves)
	s.moves = s.game.Moves(s.moves)
	count := len(s.moves) - start
	if uint64(len(s.to))+uint64(count) > math.MaxUint32 {
		return errors.New("expectimax: more than 2³² moves")
	}
	here := node{first: uint32(len(s.to)), count: uint32(count), odds: uint32(len(s.odds)), turn: int8(turn)}
	if turn == ply.Chance {
		s.odds = s.stochastic.Probabilities(s.moves[start:], s.odds)
		odds := s.odds[min(int(here.odds), len(s.odds)):]
		if err := chance.Check(odds, count); err != nil {
			return fmt.Errorf("expectimax: after %v: %T: %w", s.path, s.game, err)
		}
		normalize(odds)
	} else if count == 0 {
		v := s.outcome()
		if turn == 1 {
			v = -v
		}
		if !finite.Is(v) {
			return fmt.Errorf("expectimax: %w", finite.Error(s.game, "Expectation", v, fmt.Sprint(s.path)))
		}
		s.lowest, s.highest = min(s.lowest, v), max(s.highest, v)
		// The value of a finished position is stored in place of probabilities.
		here.turn += finished
		s.odds = append(s.odds, v)
	}
	s.nodes[n] = here
	for i := range count {
		m := s.moves[start+i]
		s.path = append(s.path, m)
		s.game.Play(m)
		next, err := s.number()
		s.game.Undo(m)
		s.path = s.path[:len(s.path)-1]
		if err != nil {
			return err
		}
		s.to = append(s.to, next)
	}
	return nil
}

func (s *Solution[M]) solve() {
	if s.lowest > s.highest { // no line ends
		s.lowest, s.highest = math.Inf(-1), math.Inf(1)
		s.low, s.high = nil, nil
		return
	}
	s.low, s.high = make([]float64, len(s.nodes)), make([]float64, len(s.nodes))
	for i := range s.nodes {
		s.low[i], s.high[i] = s.lowest, s.highest
	}
	enough := s.tolerance / 1024
	successors := func(n uint32) []uint32 { return s.to[s.nodes[n].first:][:s.nodes[n].count] }
	scc.Visit(len(s.nodes), successors, func(component []uint32) bool {
		s.Components++
		s.largest = max(s.largest, len(component))
		for {
			change := 0.0
			for _, n := range component {
				if s.mustStop() {
					return false
				}
				s.Backups++
				change = max(change, s.backup(n))
			}
			if len(component) == 1 && !s.leadsToItself(component[0]) || change <= enough {
				return true
			}
		}
	})
	s.Low, s.High = s.bounds(0)
}

// backup computes the bounds of a position from the values of its successors, and returns their change. Bounds only
// ever get closer, so rounding does not make them oscillate.
func (s *Solution[M]) backup(n uint32) (change float64) {
	here := &s.nodes[n]
	next := s.to[here.first : here.first+here.count]
	var low, high float64
	switch here.turn {
	case finished, finished + 1:
		low = s.odds[here.odds]
		high = low
	case ply.Chance:
		for i, p := range s.odds[here.odds : here.odds+here.count] {
			low += p * s.low[next[i]]
			high += p * s.high[next[i]]
		}
	case 0:
		low, high = math.Inf(-1), math.Inf(-1)
		for _, to := range next {
			low, high = max(low, s.low[to]), max(high, s.high[to])
		}
	default:
		low, high = math.Inf(1), math.Inf(1)
		for _, to := range next {
			low, high = min(low, s.low[to]), min(high, s.high[to])
		}
	}
	low, high = max(low, s.low[n]), min(high, s.high[n])
	change = max(low-s.low[n], s.high[n]-high)
	s.low[n], s.high[n] = low, high
	return change
}

func (s *Solution[M]) leadsToItself(n uint32) bool {
	here := &s.nodes[n]
	for _, to := range s.to[here.first : here.first+here.count] {
		if to == n {
			return true
		}
	}
	return false
}

func (s *Solution[M]) bounds(n uint32) (low, high float64) {
	low, high = s.low[n], s.high[n]
	if turn := s.nodes[n].turn; turn == 1 || turn == finished+1 {
		low, high = -high, -low
	}
	return low, high
}

// Value returns bounds on the value of the present position of g for the side that ToMove returns or, in a position of
// chance, for side 0. ok is false if the position cannot be reached from the start of the search, or if the value of
// the position is unknown. g is the game that was searched, or another game of the same type with the same rules.
func (s *Solution[M]) Value(g ply.Game[M]) (low, high float64, ok bool) {
	identity, _ := g.(encoding.BinaryAppender)
	hasher, _ := g.(ply.Hasher)
	if s.low == nil || identity == nil && (s.identity != nil || hasher == nil) {
		return 0, 0, false
	}
	if s.identity == nil {
		identity = nil
	}
	key, err := s.identify(identity, hasher)
	if err != nil {
		return 0, 0, false
	}
	s.key = key
	n, ok := s.numbers.Get(key)
	if !ok {
		return 0, 0, false
	}
	low, high = s.bounds(n)
	return low, high, true
}

// Best returns the move in the present position of g that leads to the best value for the side to move. If the two
// bounds on the value after a move differ, Best uses their mean. On ties, Best returns the first of the best moves. ok
// is false if the position cannot be reached from the start of the search, if the value of the position is unknown, or
// if no side is to move. Best plays moves on g and takes them back.
func (s *Solution[M]) Best(g ply.AdversarialGame[M]) (best M, ok bool) {
	turn := g.ToMove()
	if turn < 0 {
		return best, false
	}
	most := math.Inf(-1)
	for _, m := range g.Moves(nil) {
		g.Play(m)
		low, high, known := s.Value(g)
		if g.ToMove() == 1 {
			low, high = -high, -low
		}
		g.Undo(m)
		if !known {
			return best, false
		}
		v := low/2 + high/2
		if turn == 1 {
			v = -v
		}
		if v > most {
			best, most, ok = m, v, true
		}
	}
	return best, ok
}
