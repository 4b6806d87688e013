package dependency

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"time"
	"unsafe"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// A Needer is a game, or [Rules], that knows which moves have a given condition among their preconditions. [Search] and
// [Game.Parts] need it.
type Needer[M comparable] interface {
	// Needing appends to dst the moves that have c among their preconditions, each once, in whatever positions they may
	// become legal, and returns the extended slice. It may also append moves that are never legal.
	//
	// Law: the result depends on c alone.
	Needing(c ply.Condition, dst []M) []M
}

// A Conflicter knows which moves exclude each other. Without it, [Search] concludes from footprints that two moves
// exclude each other if they change the same cell from the same value.
type Conflicter[M comparable] interface {
	// Conflict reports whether no line of play contains both a and b.
	//
	// Laws: Conflict(a, b) equals Conflict(b, a), and depends on the moves alone.
	Conflict(a, b M) bool
}

// A Refuter checks solutions for what the footprints of its moves do not tell. For instance, if moves are threats
// together with the expected answers, the opponent may have other answers that refute the whole line. [Search] calls
// Refuted for every line that reaches the goal.
type Refuter[M comparable] interface {
	// Refuted reports whether the line, which leads from the present position to the goal, is not a solution after all.
	//
	// Law: Refuted changes nothing that can be observed.
	Refuted(line []M) bool
}

// Options configure a [Search]. The zero value searches everything, for the goal of the game if it is a [Goaler].
type Options[M comparable] struct {
	// Goal are the conditions that all hold in a solved position. If there are none, the goal is that of the game if it
	// is a [Goaler]; otherwise there is no goal.
	Goal []ply.Condition

	// StopAtSolution ends the search at the first solution. It is an error if there is no goal.
	StopAtSolution bool

	// MaxNodes stops the search when the DAG has this number of nodes. 0 means no limit.
	MaxNodes int

	// MaxMemory stops the search when the DAG takes approximately this number of bytes. 0 means 1 GiB.
	MaxMemory int

	// MaxTime stops the search after approximately this time. 0 means no limit.
	MaxTime time.Duration

	// Progress, if not nil, is called about every ProgressEvery with the counts so far, without Graph and with the
	// Status [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called
	// on the goroutine that called Search.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

// A Result is what a [Search] found, with its cost.
type Result[M comparable] struct {
	// Status says why the search ended: [ply.Complete], [ply.Solved] with StopAtSolution, [ply.OutOfNodes],
	// [ply.OutOfMemory], [ply.OutOfTime], [ply.Cancelled], [ply.Failed] if it returned an error, or [ply.InProgress] in
	// reports of Progress. The other fields hold what was found so far.
	Status ply.Status

	// Nodes is the number of nodes of the DAG, including the start. Combinations is the number of those that need the
	// moves of several nodes.
	Nodes, Combinations int

	// Levels is the greatest level of a node.
	Levels int

	// Waiting is the number of nodes that were not expanded, because the search was cut short. It is 0 after a complete
	// search.
	Waiting int

	// Moves is the number of different moves in the DAG. A move that can become legal in several ways has several
	// nodes.
	Moves int

	// Solutions is the number of ways in which the goal was reached, that is, of different sets of moves that are
	// needed for it. Refuted is the number of those that the game, as a [Refuter], rejected.
	Solutions, Refuted int

	// Line is the first solution, in an order in which its moves can be played.
	Line []M

	// Path are the numbers of the nodes of these moves in the DAG.
	Path []int

	// Found reports whether there is a solution. If there is, Line can still be empty.
	Found bool

	// Graph is the DAG that the search has built. It is nil in reports of Progress.
	Graph *DAG[M]

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// ErrNotMonotone is the error of [Search] for a game in which a line makes a condition true again that has held before
// and was given up. The error that is returned wraps it, and names the line.
var ErrNotMonotone = errors.New("dependency: the game is not monotone")

// Search is dependency-based search (Allis 1994, chapter 3; Helmstetter 2007, section 5.3). It is for games in which
// most moves have nothing to do with one another. Instead of positions, it enumerates the ways in which single moves
// can become legal. The moves of independent parts of a game are therefore searched side by side, and the number of
// nodes is the sum of the numbers for the parts, not the product.
//
// A node is a move together with the set of moves that it needs: those that make its preconditions true, those that
// these need, and so on. Each playable pair of a move and such a set is one node. The search finds nodes level by
// level, in two stages. The dependency stage adds the moves that need the moves of a single node, and nothing else that
// play brings about; then the moves that follow from these in the same way. The combination stage adds to the next
// level the moves that need several nodes at once, which must not conflict, so that all their moves can occur in one
// line. A node is identified by the moves that make its preconditions true. Each is therefore created once, without a
// table.
//
// # Completeness
//
// The search reaches the goal exactly if some line of play does, under three conditions (Allis 1994, section 3.3):
//
//   - Monotonicity: no line makes a condition true again that has held before and was given up. Search fails with
//     [ErrNotMonotone] where it meets such a line; [CheckMonotone] checks a given line.
//   - Singularity: a single condition tells whether a position is solved. If the goal has several conditions, Search
//     handles them by an internal move that needs them all and does not count as a node, and remains complete. If any
//     one of several conditions suffices, let the moves that make one of them true also set a common cell.
//   - Non-redundancy: no solution is part of a longer line. This is a law of [ply.Puzzle].
//
// Without a goal, the search finds every move that can ever become legal, and everything that each of them can need. It
// does not tell which moves can occur in the same line, and therefore not how long a line can be.
//
// A move can stand for several moves (a meta-operator), such as a threat together with all answers to it. Its
// preconditions and modifications are those of all these moves together.
//
// # Cost
//
// Search reads the present position of g and plays no moves. It allocates memory for the DAG only. A node takes two
// sets, and a move and each of its conditions up to two more; a set has one bit for each move found before. Thus a line
// of n moves takes about n²/4 bytes, and time proportional to n²; the default of MaxMemory suffices for 60 000 moves.
// The time for a node grows with the number of moves that need it and, for each of their other preconditions that is
// not yet true, with the number of nodes that make it true.
//
// If a limit or ctx cuts the search short, it returns what it has found, with a Status that says why, and no error. A
// panic of the game is an error; see [ply.GamePanic].
func Search[G interface {
	ply.Game[M]
	ply.Footprinter[M]
	ply.Celled
	Needer[M]
}, M comparable](ctx context.Context, g G, opt Options[M]) (Result[M], error) {
	var s *searcher[M]
	err := guard.Run(func() string { return "[]" }, func() (err error) {
		if s, err = newSearcher(ctx, g, &opt); err != nil {
			return err
		}
		return s.search(g.Moves(nil))
	})
	if s == nil {
		return Result[M]{Status: ply.Failed}, err
	}
	return s.finish(err), err
}

func (o *Options[M]) check() error {
	switch {
	case o.MaxNodes < 0:
		return fmt.Errorf("dependency: MaxNodes is %d, want a number of nodes or 0 for no limit", o.MaxNodes)
	case o.MaxMemory < 0:
		return fmt.Errorf("dependency: MaxMemory is %d, want a number of bytes or 0 for 1 GiB", o.MaxMemory)
	}
	return stop.Check("dependency", o.MaxTime, o.ProgressEvery)
}

// A searcher makes a graph.
type searcher[M comparable] struct {
	DAG[M]
	opt      *Options[M]
	ctx      context.Context
	start    time.Time
	deadline time.Time
	reported time.Time
	pacer    stop.Pacer
	credit   int // units of work, which take some nanoseconds, until the next look at the clock
	memory   int // bytes taken, about

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

	// While a node is expanded: how a move that needs it may get the rest of its preconditions.
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
}, M comparable](ctx context.Context, g G, opt *Options[M]) (*searcher[M], error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if k, ok := any(g).(NeedingChecker); ok {
		if err := k.CheckNeeding(); err != nil {
			return nil, err
		}
	}
	s := &searcher[M]{
		opt:         opt,
		ctx:         ctx,
		start:       time.Now(),
		game:        g,
		cells:       g,
		needer:      g,
		goal:        none,
		numbers:     make(map[M]int32),
		conditionOf: make(map[ply.Condition]int32),
		unions:      make([]bitSet, 1),
	}
	s.reported = s.start
	s.pacer.Most = 1 << 20
	opt.MaxMemory = cmp.Or(opt.MaxMemory, 1<<30)
	if opt.MaxTime > 0 {
		s.deadline = s.start.Add(opt.MaxTime)
	}
	s.conflicter, _ = any(g).(Conflicter[M])
	s.refuter, _ = any(g).(Refuter[M])
	goal := opt.Goal
	if has, ok := any(g).(Goaler); ok && len(goal) == 0 {
		goal = has.Goal()
	}
	if err := Check(ply.Footprint{Preconditions: goal}, g.Cells()); err != nil {
		return nil, fmt.Errorf("dependency: goal: %w", err)
	}
	if opt.StopAtSolution && len(goal) == 0 {
		return nil, errors.New("dependency: StopAtSolution is set, but there is no goal")
	}
	s.nodes = append(s.nodes, node{operator: none})
	if len(goal) > 0 {
		var no M
		s.goal = s.newOperator(no, ply.Footprint{Preconditions: goal})
	}
	return s, nil
}

// search makes all nodes. moves are those that are legal in the start position.
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
	for level := 1; len(s.now) > 0 && !s.stopped; level++ {
		s.result.Levels = level
		// Dependent nodes come to the end of now, combinations to next.
		for i := 0; i < len(s.now) && !s.stopped; i++ {
			s.expand(s.now[i])
		}
		s.now, s.next = s.next, s.now[:0]
	}
	return s.err
}

// expand adds the nodes that need node n and others expanded before.
func (s *searcher[M]) expand(n int32) {
	node := &s.nodes[n]
	node.rank, s.expanded = s.expanded, s.expanded+1
	node.conflicts = s.newSet(len(s.occurring))
	work := 0
	for i := range node.needs.all() {
		conflicts := s.operators[s.occurring[i]].conflicts
		node.conflicts.unite(conflicts)
		work += 1 + len(conflicts)
	}
	if s.mustStop(work) {
		return
	}
	s.excluded = slices.AppendSeq(s.excluded[:0], node.conflicts.all())
	s.expanding = n
	makes := s.operators[node.operator].makes
	for _, c := range makes {
		s.ask(c)
	}
	if s.stopped || s.solvedBy(n) {
		return // no moves in a solved position
	}
	for _, c := range makes {
		if s.mustStop(len(s.conditions[c].users)) {
			return
		}
		for _, u := range s.conditions[c].users {
			if s.operators[u].seenBy != n {
				s.reach(n, u)
			}
			if s.stopped {
				return
			}
		}
	}
	for _, c := range makes {
		if condition := &s.conditions[c]; len(condition.users) > 0 {
			s.addMaker(condition, n)
		}
	}
}

// solvedBy adds the solutions that need node n and others expanded before, and reports whether there is
// one that needs no other.
func (s *searcher[M]) solvedBy(n int32) bool {
	if s.goal == none {
		return false
	}
	goal := &s.operators[s.goal]
	for _, c := range s.operators[s.nodes[n].operator].makes {
		if slices.Contains(goal.needs, c) {
			s.reach(n, s.goal)
			return goal.seenBy == n && len(s.open) == 0
		}
	}
	return false
}

// reach adds the nodes of an operator that need node n, which makes one of its preconditions true, and
// others expanded before.
func (s *searcher[M]) reach(n, operator int32) {
	o, needs := &s.operators[operator], s.nodes[n].needs
	for i, c := range o.needs {
		if !s.possible[c] {
			o.needs[0], o.needs[i] = c, o.needs[0] // to be looked at first the next time
			return
		}
	}
	if o.excludedBy(needs) {
		return
	}
	o.seenBy = n
	s.open = s.open[:0]
	for _, c := range o.needs {
		if condition := &s.conditions[c]; !condition.initial && !needs.meets(condition.madeBy) {
			s.open = append(s.open, c)
		}
	}
	s.chosen = append(s.chosen[:0], n)
	s.unions[0] = append(s.unions[0][:0], needs...)
	s.choose(operator, 0)
}

// choose takes in turn the nodes that can make the preconditions from open[i] on true for an operator,
// and adds it as a node with each choice.
func (s *searcher[M]) choose(operator int32, i int) {
	if s.mustStop(1) {
		return
	}
	union := s.unions[len(s.chosen)-1]
	for i < len(s.open) && union.meets(s.conditions[s.open[i]].madeBy) {
		i++ // true by what a node chosen needs
	}
	if i == len(s.open) {
		s.add(operator, s.chosen)
		return
	}
	o := &s.operators[operator]
	for _, f := range s.free(s.open[i]) {
		needs := s.nodes[f].needs
		if o.excludedBy(needs) || !s.freeOfChosen(f) {
			continue
		}
		if len(s.unions) == len(s.chosen) {
			s.unions = append(s.unions, nil)
		}
		next := append(s.unions[len(s.chosen)][:0], union...)
		next.unite(needs)
		s.unions[len(s.chosen)] = next
		s.chosen = append(s.chosen, f)
		s.choose(operator, i+1)
		s.chosen = s.chosen[:len(s.chosen)-1]
		if s.stopped {
			return
		}
	}
}

// free returns the nodes that make a condition true and are free of conflict with that being expanded.
func (s *searcher[M]) free(condition int32) []int32 {
	c := &s.conditions[condition]
	if c.freeOf == s.expanding {
		return c.free
	}
	c.freeOf, c.free = s.expanding, c.free[:0]
	if len(c.needing) == 0 {
		conflicts := s.nodes[s.expanding].conflicts
		for _, f := range c.makers {
			if !conflicts.meets(s.nodes[f].needs) {
				c.free = append(c.free, f)
			}
		}
		s.credit -= len(c.makers) * len(conflicts)
		return c.free
	}
	for i, needing := range c.needing {
		makers := c.makers[64*i:]
		free := ^uint64(0)
		if len(makers) < 64 {
			free = 1<<len(makers) - 1
		}
		// Moves of low numbers come first, which are those that most nodes need.
		for _, number := range s.excluded {
			if int(number) >= len(needing) {
				break
			}
			if free &^= needing[number]; free == 0 {
				break
			}
		}
		for ; free != 0; free &= free - 1 {
			c.free = append(c.free, makers[bits.TrailingZeros64(free)])
		}
	}
	s.credit -= len(c.needing) * (1 + len(s.excluded))
	return c.free
}

// freeOfChosen reports whether node f is free of conflict with the nodes chosen, whereof the first is
// known already.
func (s *searcher[M]) freeOfChosen(f int32) bool {
	b := &s.nodes[f]
	for _, c := range s.chosen[1:] {
		// The one expanded later knows of all moves that the other needs.
		a, b := &s.nodes[c], b
		if a.rank > b.rank {
			a, b = b, a
		}
		if a.needs.meets(b.conflicts) {
			return false
		}
	}
	return true
}

// add adds the node of an operator whose preconditions parents make true, whose needs are the last of
// unions, or of one without parents.
func (s *searcher[M]) add(operator int32, parents []int32) {
	if s.stopped {
		return
	}
	var union bitSet
	if len(parents) > 0 {
		union = s.unions[len(parents)-1]
	}
	// Without such moves, moves that are free of conflict two by two can be played together.
	if s.overwriting && len(parents) > 1 && !s.playable(union) {
		return
	}
	if operator == s.goal {
		s.solve(union)
		return
	}
	switch {
	case s.opt.MaxNodes > 0 && len(s.nodes) >= s.opt.MaxNodes:
		s.stop(ply.OutOfNodes)
		return
	case s.memory >= s.opt.MaxMemory:
		s.stop(ply.OutOfMemory)
		return
	}
	o := &s.operators[operator]
	for _, c := range o.makes {
		if condition := &s.conditions[c]; condition.initial || union.meets(condition.madeBy) {
			s.fail(notMonotone(s.movesOf(s.order(union)), s.moves[operator], condition.Condition))
			return
		}
	}
	if o.number == none {
		s.occur(operator)
	}
	needs := s.newSet(len(s.occurring))
	copy(needs, union)
	needs.add(o.number)
	n := node{operator: operator, needs: needs, level: 1, parents: s.newList(len(parents))}
	for _, p := range parents {
		above := func(q int32) bool { return q != p && s.nodes[q].needs.has(s.operators[s.nodes[p].operator].number) }
		if !slices.ContainsFunc(parents, above) {
			n.parents = append(n.parents, p)
		}
		n.level = max(n.level, s.nodes[p].level)
	}
	slices.Sort(n.parents)
	id := int32(len(s.nodes))
	if len(n.parents) > 1 {
		n.level++
		s.result.Combinations++
		s.next = append(s.next, id)
	} else {
		s.now = append(s.now, id)
	}
	s.nodes = append(s.nodes, n)
	s.memory += int(unsafe.Sizeof(n))
}

// solve notes that the goal is reached by the moves of a set.
func (s *searcher[M]) solve(set bitSet) {
	order := s.order(set)
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

// mustStop accounts for units of work, and reports whether the search must stop.
func (s *searcher[M]) mustStop(work int) bool {
	if s.credit -= work; s.credit < 0 && !s.stopped {
		s.lookAround()
	}
	return s.stopped
}

// lookAround finds out whether the search must stop, and reports how far it has come.
func (s *searcher[M]) lookAround() {
	now := time.Now()
	s.credit = s.pacer.Next(now)
	if status := stop.Status(s.ctx, s.deadline); status != ply.Complete {
		s.stop(status)
	}
	if s.opt.Progress != nil && now.Sub(s.reported) >= cmp.Or(s.opt.ProgressEvery, stop.ReportEvery) {
		s.reported = now
		r := s.snapshot()
		r.Status = ply.InProgress
		guard.Callback(func() { s.opt.Progress(r) })
	}
}

// snapshot returns what was counted up to now.
func (s *searcher[M]) snapshot() Result[M] {
	r := s.result
	r.Nodes, r.Moves, r.Elapsed = len(s.nodes), len(s.occurring), time.Since(s.start)
	r.Waiting = len(s.nodes) - 1 - int(s.expanded)
	return r
}

func (s *searcher[M]) finish(err error) Result[M] {
	r := s.snapshot()
	graph := s.DAG // and nothing else of s
	for i := range graph.conditions {
		c := &graph.conditions[i]
		c.users, c.makers, c.needing, c.free = nil, nil, nil, nil
	}
	r.Graph = &graph
	switch {
	case err != nil:
		r.Status = ply.Failed
	case s.opt.Progress != nil:
		s.opt.Progress(r)
	}
	return r
}
