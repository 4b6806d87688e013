package threat

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// Search decides whether the attacker reaches the goal by threats. It uses generalized threats search (Cazenave 2002)
// or, with [Options].ProofNumbers, depth-first proof-number search. In the present position, either side may be to
// move.
//
// If the attacker is to move, the search tries the moves of order 1, then the moves of order 2, and so on
// ([Game].Attacks). A move of order 1 should reach the goal. A move of order 2 makes a threat of order 1, a move of
// order 3 makes a threat of order 2, and so on; [Options].Threat limits these threats.
//
// If the defender is to move, the search first verifies the threat: the defender passes, and the attacker must win with
// threats of lower orders. If the attacker does not win, the last move of the attacker was no threat, and fails. If the
// attacker wins, the replies of the defender are only the moves that change a cell of the trace of this win. Therefore
// the defender has few replies even in a position with hundreds of legal moves.
//
// If the attacker reaches the goal, the search also finds the trace of the win. Memory is proportional to the length of
// the longest line.
func Search[G Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (r Result[M], err error) {
	if opt.ProofNumbers && opt.Table == nil {
		opt.Table = new(transposition.Table)
	}
	var s *searcher[M]
	err = guard.Run(func() string { return s.line() }, func() (err error) {
		if s, err = newSearcher(ctx, g, limits, opt); err != nil {
			return err
		}
		if opt.Table != nil {
			if s.table, err = hashtable.Open[entry[M]](opt.Table, hashtable.TwoBig); err != nil {
				return fmt.Errorf("threat: %w", err)
			}
			defer hashtable.Close(opt.Table)
		}
		r = s.run()
		return nil
	})
	switch {
	case err != nil:
		r = Result[M]{Report: ply.Report{Status: ply.Failed, Nodes: r.Nodes, Elapsed: r.Elapsed}}
	case opt.Progress != nil:
		opt.Progress(r)
	}
	return r, err
}

// An entry is the result of a search stored for a position: the attacker does not win, or the move by which it does.
// Wins are verified again move by move, since the trace, which does not fit into an entry, is needed.
type entry[M comparable] struct {
	proof, disproof uint32 // a search in the order of the threats stores only proved and disproved ones
	move            M      // winning move of the attacker, who is to move
	order           uint8  // of the move
}

type searcher[M comparable] struct {
	stop.Budget
	game    Game[M]
	tracer  Tracer[M]
	hasher  ply.Hasher // nil without a table
	table   *hashtable.Table[entry[M]]
	opt     Options[M]
	nodes   int
	status  ply.Status
	depth   int // of the line, in moves and passes
	path    []step[M]
	stack   []M                 // the moves of all positions on the line
	traces  []*dependency.Trace // the traces in use, and spare ones
	used    int
	killers []M        // by depth, the reply that last refuted
	moves   []M        // that decide the last width searched completely
	width   Threat     // the last width searched completely, nil for none
	first   M          // the move of the start that decides it
	decided bool       // first is set
	edge    int        // the depth where the line continues on a fresh stack
	winner  M          // the last winning move of the attacker
	wins    bool       // winner is set
	prover  *prover[M] // nil in the order of the threats
}

type step[M comparable] struct {
	move M
	pass bool
}

func (s step[M]) String() string {
	if s.pass {
		return "pass"
	}
	return fmt.Sprint(s.move)
}

// Go limits stacks, so every freshSearch moves of a line are searched on a new goroutine. (A variable for the tests.)
var freshSearch = 1 << 14

var errNoGame = errors.New("threat: no game given")

func newSearcher[M comparable](ctx context.Context, g Game[M], limits ply.Limits, opt Options[M]) (*searcher[M], error) {
	if g == nil {
		return nil, errNoGame
	}
	if err := limits.Check(); err != nil {
		return nil, fmt.Errorf("threat: %w", err)
	}
	if err := opt.check(g); err != nil {
		return nil, err
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("threat: %w", err)
	}
	tracer, err := tracerOf(g)
	if err != nil {
		return nil, err
	}
	s := &searcher[M]{game: g, tracer: tracer, opt: opt, edge: freshSearch}
	if opt.Table != nil {
		s.hasher = g.(ply.Hasher)
	}
	if opt.ProofNumbers {
		s.prover = &prover[M]{searcher: s}
	}
	l := stop.Limits{Limits: limits}
	if opt.Progress != nil {
		l.Report = func() {
			r := s.result(ply.InProgress)
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	s.Budget = stop.NewBudget(ctx, l)
	return s, nil
}

func (s *searcher[M]) line() string {
	if s == nil {
		return "[]"
	}
	return fmt.Sprint(s.path)
}

func (s *searcher[M]) result(status ply.Status) Result[M] {
	return Result[M]{Report: ply.Report{Status: status, Nodes: s.nodes, Elapsed: s.Elapsed()}, Moves: s.moves, Threat: s.width}
}

func (s *searcher[M]) run() Result[M] {
	order := s.opt.Threat.Order()
	changes := s.opt.Changes
	width := order
	if s.opt.Widening {
		width = 0
	}
	for ; ; width++ {
		var trace dependency.Trace
		won, moves := s.root(countsOf(s.opt.Threat, width), width, changes, &trace)
		if s.status == ply.Complete {
			s.moves, s.width = moves, slices.Clone(s.opt.Threat[:min(width, len(s.opt.Threat))])
		}
		if s.status == ply.Complete && !won && width < order {
			continue
		}
		r := s.result(s.status)
		if s.status == ply.Complete && won {
			r.Won, r.Trace = true, trace
		}
		return r
	}
}

func (s *searcher[M]) root(c counts, limit, changes int, trace *dependency.Trace) (won bool, moves []M) {
	s.decided = false
	attacking := s.game.Attacking()
	switch {
	case attacking && s.opt.AllMoves:
		return s.rootAttacks(c, limit, changes, trace)
	case s.opt.AllMoves:
		return s.rootReplies(c, limit, changes, trace)
	}
	won = s.solve(c, limit, changes, trace)
	if s.decided && won == attacking {
		moves = []M{s.first}
	}
	return won, moves
}

// solve reports whether the attacker wins from the start, whoever is to move, and adds the cells that this depends on
// to trace. Proof numbers find the win first, and then the trace by the entries of the table.
func (s *searcher[M]) solve(c counts, limit, changes int, trace *dependency.Trace) bool {
	attacking := s.game.Attacking()
	if s.prover != nil && !s.prover.proves(attacking, c, limit, changes) {
		return false
	}
	if attacking {
		return s.attack(c, limit, changes, trace)
	}
	return s.defend(c, limit, limit, changes, trace)
}

func (s *searcher[M]) rootAttacks(c counts, limit, changes int, trace *dependency.Trace) (won bool, moves []M) {
	if standing, decided := s.enter(changes, trace); decided {
		return standing == Won, nil
	}
	for order := 1; order <= limit+1; order++ {
		left := c
		if order > 1 && !left.spend(order-1) {
			continue
		}
		for _, m := range s.game.Attacks(order, nil) {
			if slices.Contains(moves, m) {
				continue
			}
			into := trace
			if len(moves) > 0 {
				into = new(dependency.Trace)
			}
			if s.prover != nil && !s.prover.provesMove(m, left, order, limit, changes) {
				continue
			}
			if s.attackBy(m, left, order, limit, changes, into) {
				moves = append(moves, m)
			}
		}
	}
	return len(moves) > 0, moves
}

func (s *searcher[M]) rootReplies(c counts, limit, changes int, trace *dependency.Trace) (won bool, moves []M) {
	if standing, decided := s.enter(changes, trace); decided {
		return standing == Won, nil
	}
	if s.prover != nil && !s.prover.provesThreat(c, limit, changes) || !s.threatens(c, limit, changes, trace) {
		return false, nil
	}
	replies := s.tracer.Replies(changes, trace, nil)
	for _, m := range replies {
		var after dependency.Trace
		s.play(step[M]{move: m})
		won := (s.prover == nil || s.prover.proves(true, c, limit, changes)) && s.attack(c, limit, changes, &after)
		s.undo()
		if !won {
			moves = append(moves, m)
		}
		trace.Unite(after)
	}
	s.secure(changes, trace)
	return len(moves) == 0, moves
}

// enter counts a node. decided tells whether the position needs no search; standing is then the standing of the goal.
func (s *searcher[M]) enter(changes int, trace *dependency.Trace) (standing Standing, decided bool) {
	if s.status == ply.Complete && s.nodes >= s.PollAt {
		s.status = s.Poll(s.nodes)
	}
	if s.status != ply.Complete {
		return Open, true
	}
	s.nodes++
	standing = s.game.Standing(changes, trace)
	return standing, standing != Open || s.opt.MaxDepth > 0 && s.depth >= s.opt.MaxDepth
}

// attack reports whether the attacker, who is to move, wins by threats up to order limit of which c are left. If so, it
// adds the cells that this depends on to trace.
func (s *searcher[M]) attack(c counts, limit, changes int, trace *dependency.Trace) (won bool) {
	if s.depth >= s.edge {
		return s.attackAfresh(c, limit, changes, trace)
	}
	if standing, decided := s.enter(changes, trace); decided {
		return standing == Won
	}
	c &= 1<<(8*limit) - 1
	var key uint64
	if s.hasher != nil {
		key = s.key(c, limit, limit, changes)
		if e, ok := s.table.Lookup(key); ok {
			if e.disproof == 0 {
				return false
			}
			left := c
			if e.proof == 0 && (e.order == 1 || left.spend(int(e.order)-1)) && s.attackBy(e.move, left, int(e.order), limit, changes, trace) {
				s.decide(e.move)
				s.winner, s.wins = e.move, true
				return true
			}
		}
	}
	nodes := s.nodes
	for order := 1; order <= limit+1; order++ {
		left := c
		if order > 1 && !left.spend(order-1) {
			continue
		}
		start := len(s.stack)
		s.stack = s.game.Attacks(order, s.stack)
		for i := start; i < len(s.stack); i++ {
			m := s.stack[i]
			if s.attackBy(m, left, order, limit, changes, trace) {
				s.stack = s.stack[:start]
				s.store(key, entry[M]{0, infinite, m, uint8(order)}, nodes)
				s.decide(m)
				s.winner, s.wins = m, true
				return true
			}
		}
		s.stack = s.stack[:start]
		if s.status != ply.Complete {
			return false
		}
	}
	s.store(key, entry[M]{proof: infinite}, nodes)
	return false
}

func (s *searcher[M]) attackBy(m M, left counts, order, limit, changes int, trace *dependency.Trace) bool {
	after := s.borrow()
	s.play(step[M]{move: m})
	won := s.defend(left, order-1, limit, changes, after)
	s.undo()
	if won {
		trace.Unite(*after)
		s.tracer.TraceMove(m, changes, trace)
	}
	s.giveBack()
	return won
}

// defend reports whether the attacker wins with the defender to move: by a threat of the given order, and then by
// threats up to order limit of which c are left. If so, it adds the cells that this depends on to trace.
func (s *searcher[M]) defend(c counts, order, limit, changes int, trace *dependency.Trace) (won bool) {
	if standing, decided := s.enter(changes, trace); decided || order == 0 {
		return standing == Won
	}
	var key uint64
	if s.hasher != nil {
		key = s.key(c, order, limit, changes)
		if e, ok := s.table.Lookup(key); ok && e.disproof == 0 {
			return false
		}
	}
	nodes := s.nodes
	verified := s.borrow()
	defer s.giveBack()
	if !s.threatens(c, order, changes, verified) {
		s.store(key, entry[M]{proof: infinite}, nodes)
		return false
	}
	start := len(s.stack)
	s.stack = s.tracer.Replies(changes, verified, s.stack)
	defer func() { s.stack = s.stack[:start] }()
	s.killerFirst(s.stack[start:])
	for i := start; i < len(s.stack); i++ {
		m := s.stack[i]
		s.play(step[M]{move: m})
		won := s.attack(c, limit, changes, verified)
		s.undo()
		if !won {
			s.noteKiller(m)
			s.store(key, entry[M]{proof: infinite}, nodes)
			s.decide(m)
			return false
		}
	}
	s.secure(changes, verified)
	trace.Unite(*verified)
	return true
}

// secure adds to the trace of a position, in which all replies of the defender fail, the cells through which a reply
// could change the wins against the replies. They were unknown when the replies were listed: after a move elsewhere, a
// reply could capture a stone that only the win against it needs. Newly listed replies need no search, since the
// verified threat does not depend on them.
func (s *searcher[M]) secure(changes int, trace *dependency.Trace) {
	start := len(s.stack)
	s.stack = s.tracer.Replies(changes, trace, s.stack)[:start]
}

// threatens verifies a threat: it reports whether the attacker wins by threats of lower orders if the defender, who is
// to move, passes. The trace withstands one change more, since the defender may play elsewhere instead.
func (s *searcher[M]) threatens(c counts, order, changes int, trace *dependency.Trace) bool {
	if order == 0 || !s.pass() {
		return false
	}
	s.wins = false
	won := s.attack(c, order-1, changes+1, trace)
	s.unpass()
	return won
}

// attackAfresh is attack with a fresh stack. (Inlined, the closure would make attack allocate in each position.)
func (s *searcher[M]) attackAfresh(c counts, limit, changes int, trace *dependency.Trace) bool {
	return s.afresh(func() bool { return s.attack(c, limit, changes, trace) })
}

func (s *searcher[M]) afresh(search func() bool) (won bool) {
	edge := s.edge
	s.edge += freshSearch
	guard.FreshStack(func() { won = search() })
	s.edge = edge
	return won
}

func (s *searcher[M]) play(m step[M]) {
	s.path = append(s.path, m)
	s.depth++
	s.game.Play(m.move)
}

func (s *searcher[M]) undo() {
	last := len(s.path) - 1
	s.game.Undo(s.path[last].move)
	s.path = s.path[:last]
	s.depth--
}

func (s *searcher[M]) pass() bool {
	if !s.game.Pass() {
		return false
	}
	s.path = append(s.path, step[M]{pass: true})
	s.depth++
	return true
}

func (s *searcher[M]) unpass() {
	s.depth--
	s.path = s.path[:len(s.path)-1]
	s.game.Unpass()
}

func (s *searcher[M]) decide(m M) {
	if s.depth == 0 {
		s.first, s.decided = m, true
	}
}

func (s *searcher[M]) borrow() *dependency.Trace {
	if s.used == len(s.traces) {
		s.traces = append(s.traces, new(dependency.Trace))
	}
	t := s.traces[s.used]
	s.used++
	t.Clear()
	return t
}

func (s *searcher[M]) giveBack() { s.used-- }

func (s *searcher[M]) key(c counts, order, limit, changes int) uint64 {
	ask := uint64(order) | uint64(limit)<<8 | uint64(changes)<<16
	if s.opt.MaxDepth > 0 {
		ask |= uint64(s.opt.MaxDepth-s.depth) << 32
	}
	return transposition.Mix(s.hasher.Hash() ^ transposition.Mix(uint64(c)^transposition.Mix(ask)))
}

func (s *searcher[M]) store(key uint64, e entry[M], nodes int) {
	if s.hasher != nil && s.status == ply.Complete {
		s.table.Store(key, e, s.nodes-nodes+1)
	}
}

func (s *searcher[M]) noteKiller(m M) {
	for len(s.killers) <= s.depth {
		s.killers = append(s.killers, m)
	}
	s.killers[s.depth] = m
}

func (s *searcher[M]) killerFirst(replies []M) {
	if s.depth < len(s.killers) {
		toFront(replies, s.killers[s.depth])
	}
}

func toFront[M comparable](moves []M, m M) {
	if i := slices.Index(moves, m); i > 0 {
		copy(moves[1:i+1], moves[:i])
		moves[0] = m
	}
}
