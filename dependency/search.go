package dependency

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/slab"
	"github.com/ply-search/ply/internal/stop"
)

// Search is dependency-based search (Allis 1994, chapter 3; Helmstetter 2007, section 5.3), for games in which most
// moves are unrelated. Instead of positions, Search enumerates the ways in which single moves can become legal. If a
// game has independent parts, their numbers of nodes are therefore added, not multiplied.
//
// A node is a move together with a set of moves that it needs: the moves that make its preconditions true, the moves
// that those moves need, and so on. If a move can become legal in several ways, it has several nodes. The search finds
// nodes level by level, in two stages. The dependency stage adds all nodes that have a single parent ([Node].Parents)
// among the nodes found so far, then the nodes whose single parent is one of these, and so on. The combination stage
// then adds the nodes that have several parents. These parents must not conflict: some line must contain the moves of
// all parents. Each node is created once, without a table.
//
// # Completeness
//
// The search reaches the goal if and only if some line of play does, under three conditions (Allis 1994, section 3.3):
//
//   - Monotonicity: no line makes a condition true again after the condition has become false. If Search finds a line
//     that does, it returns an error that wraps [ErrNotMonotone].
//   - Singularity: a single condition tells whether a position is solved. Search also accepts a goal of several
//     conditions, all of which must hold. If instead any one of several conditions solves the game, add a cell to the
//     game. Let each move that makes one of these conditions true also set the cell to 1, and make this value of the
//     cell the goal.
//   - Non-redundancy: no solution is part of a longer line. This is a law of [ply.Puzzle].
//
// Without a goal, the search finds every move that can ever become legal, and all sets of moves that it can need. The
// result does not tell which moves can occur in the same line, and therefore not how long a line can be.
//
// A move may stand for several moves (a meta-operator), such as a threat with all answers to it. Its footprint then
// combines the footprints of these moves.
//
// # Cost
//
// Search reads the present position of g and plays no moves. It allocates memory only for the DAG. A line of n moves
// takes about n²/4 bytes and time proportional to n². The default of Options.Memory suffices for a line of 60 000
// moves. The time for a node increases with the number of moves that need its move. It also increases with the number
// of nodes that make the other preconditions of those moves true.
//
// If a limit or ctx ends the search, Search returns the results so far, with a Status and no error. After a panic of
// the game it returns a [*ply.GamePanic].
func Search[G interface {
	ply.Game[M]
	ply.Footprinter[M]
	ply.Celled
	Needer[M]
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	var s *searcher[M]
	err := guard.Run(func() string { return "[]" }, func() (err error) {
		if s, err = newSearcher(ctx, g, limits, &opt); err != nil {
			return err
		}
		return s.search(g.Moves(nil))
	})
	if s == nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return s.finish(err), err
}

type searcher[M comparable] struct {
	DAG[M]
	opt    *Options[M]
	limits ply.Limits
	start  time.Time
	budget stop.Budget
	credit int // units of work, which take some nanoseconds, until the next look at the clock
	memory int // bytes taken, about

	game       ply.Footprinter[M]
	cells      ply.Celled
	needer     Needer[M]
	conflicter Conflicter[M] // nil to compare footprints
	refuter    Refuter[M]    // nil to accept all solutions
	goal       int32         // the operator that needs the goal; none for no goal

	numbers     map[M]int32 // of the operators
	conditionOf map[ply.Condition]int32
	possible    []bool   // by condition: whether it holds at the start or some node makes it true
	now, next   []int32  // the nodes of this level and of the next that are not yet expanded
	words       []uint64 // for sets to come
	links       []int32  // for lists to come

	// While a node is expanded: how a move that needs it can satisfy its other preconditions.
	expanding int32
	expanded  int32    // how many have been
	excluded  []int32  // the moves in conflict with it
	open      []int32  // the preconditions that the node does not bring along
	chosen    []int32  // the nodes that make the first of them true
	unions    []bitSet // of what these nodes need, from the node that is expanded on
	scratch   []M
	footprint ply.Footprint

	result  Result[M]
	stopped bool
	err     error
}

const none = -1

func newSearcher[G interface {
	ply.Game[M]
	ply.Footprinter[M]
	ply.Celled
	Needer[M]
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt *Options[M]) (*searcher[M], error) {
	if err := cmp.Or(limits.Check(), opt.check()); err != nil {
		return nil, fmt.Errorf("dependency: %w", err)
	}
	s := &searcher[M]{
		opt:         opt,
		limits:      limits,
		start:       time.Now(),
		game:        g,
		cells:       g,
		needer:      g,
		goal:        none,
		numbers:     make(map[M]int32),
		conditionOf: make(map[ply.Condition]int32),
		unions:      make([]bitSet, 1),
	}
	opt.Memory = cmp.Or(opt.Memory, 1<<30)
	l := stop.Limits{Limits: ply.Limits{Time: limits.Time}, Stride: 1 << 20}
	if opt.Progress != nil {
		l.Report = s.report
	}
	s.budget = stop.NewBudget(ctx, l)
	s.conflicter, _ = any(g).(Conflicter[M])
	s.refuter, _ = any(g).(Refuter[M])
	var goal []ply.Condition
	if has, ok := any(g).(Goaler); ok {
		goal = has.Goal()
	}
	if err := Check(ply.Footprint{Preconditions: goal}, g.Cells()); err != nil {
		return nil, fmt.Errorf("dependency: goal: %w", err)
	}
	if opt.StopAtSolution && len(goal) == 0 {
		return nil, errors.New("dependency: StopAtSolution is set, but there is no goal")
	}
	s.nodes.slab = slab.Open[node](nodeBits)
	s.memory += s.nodes.add(node{operator: none})
	if len(goal) > 0 {
		var no M
		s.goal = s.newOperator(no, ply.Footprint{Preconditions: goal})
	}
	return s, nil
}

func (s *searcher[M]) search(moves []M) error {
	if s.mustStop(1) {
		return s.err
	}
	if s.goal != none && !slices.ContainsFunc(s.operators[s.goal].needs, func(c int32) bool { return !s.conditions[c].initial }) {
		s.solve(nil)
		return s.err
	}
	for _, m := range moves {
		if o := s.operatorOf(m); o != none {
			s.add(o, nil)
		}
		if s.mustStop(1) {
			break
		}
	}
	for len(s.now) > 0 && !s.stopped {
		// Dependent nodes are appended to now, combinations to next.
		for i := 0; i < len(s.now) && !s.stopped; i++ {
			s.expand(s.now[i])
		}
		s.now, s.next = s.next, s.now[:0]
	}
	return s.err
}

// solvedBy adds the solutions that need node n and nodes expanded before, and reports whether one needs n only.
func (s *searcher[M]) solvedBy(n int32) bool {
	if s.goal == none {
		return false
	}
	goal := &s.operators[s.goal]
	for _, c := range s.operators[s.nodes.at(n).operator].makes {
		if slices.Contains(goal.needs, c) {
			s.reach(n, s.goal)
			return goal.seenBy == n && len(s.open) == 0
		}
	}
	return false
}

func (s *searcher[M]) solve(set bitSet) {
	order := s.order(set, nil)
	line := s.movesOf(order)
	if s.refuter != nil && s.refuter.Refuted(line) {
		s.result.Refuted++
		return
	}
	s.result.Solutions++
	if !s.result.Found {
		s.result.Found, s.result.Line, s.result.Path = true, line, s.path(order, set)
	}
	if s.opt.StopAtSolution {
		s.stop(ply.Solved)
	}
}

func (s *searcher[M]) fail(err error) {
	s.err = err
	s.stop(ply.Failed)
}

func (s *searcher[M]) stop(status ply.Status) { s.result.Status, s.stopped = status, true }

func (s *searcher[M]) mustStop(work int) bool {
	if s.credit -= work; s.credit < 0 && !s.stopped {
		s.poll()
	}
	return s.stopped
}

func (s *searcher[M]) poll() {
	status := s.budget.Poll(0) // the limits are of time alone
	s.credit = s.budget.Stride()
	if status != ply.Complete {
		s.stop(status)
	}
}

func (s *searcher[M]) report() {
	r := s.snapshot()
	r.Status = ply.InProgress
	guard.Callback(func() { s.opt.Progress(r) })
}
