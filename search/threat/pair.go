package threat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// Replies chooses the moves of the defender in a [Pair], where both goals are won by themselves.
type Replies uint8

const (
	// Union are the moves that change a cell of the trace of either goal. A move that changes neither trace leaves both
	// goals won by themselves. It can still be the only one that prevents both together, by spoiling what one move of
	// the attacker would have done for both goals; in practice that is rare (Helmstetter 2007, figure 4.5).
	Union Replies = iota

	// Intersection are the moves that change a cell of both traces. There are far fewer of them. A move that threatens
	// one goal alone, and is answered, can still prepare a threat to both, and is missed.
	Intersection

	// All are all legal moves. Nothing is missed, at the price of a far larger search.
	All

	replies
)

// String returns the replies in words: "union", "intersection" or "all".
func (r Replies) String() string {
	if r >= replies {
		return fmt.Sprintf("Replies(%d)", uint8(r))
	}
	return [...]string{"union", "intersection", "all"}[r]
}

// PairOptions choose how a [Pair] is searched. The zero value searches for goals that are reached at once, which is
// hardly ever enough: set Goal.Threat.
type PairOptions[M comparable] struct {
	// Goal has the options of the searches for a single goal, of which there are up to two in each position. Threat,
	// Widening, Changes and MaxDepth are used; the others must not be set. Changes 0 means 1 here, since the other goal
	// is played for meanwhile.
	Goal Options[M]

	// GoalNodes is the limit of one search for a goal. What a search does not find out within it leaves the position
	// undecided. 0 means no limit.
	GoalNodes int

	// FirstNodes is the limit of one search for a goal to begin with, up to GoalNodes, which it needs. [Pair.Raise]
	// raises it. Most positions are decided by few nodes, and those that are not are often of no use. 0 means
	// GoalNodes.
	FirstNodes int

	// DepthFirst searches the goals as [DepthFirst] does, instead of as [Search] does.
	DepthFirst bool

	// Replies chooses the moves of the defender.
	Replies Replies

	// Order is the order up to which the moves of the attacker are asked of both goals. 0 means the order of
	// Goal.Threat, but at least 1.
	Order int

	// MaxNodes bounds the nodes of all searches for goals together, and of the positions of the pair. Once they are
	// spent, every position that is not yet known is undecided. 0 means no limit.
	MaxNodes int

	// TableEntries is the number of entries of the table that each goal has for its searches. 0 means 65,536.
	TableEntries int

	// Positions is the number of positions of the pair that are kept with what the searches for the goals said of
	// them. 0 means 16,384. About 16 moves are kept for each.
	Positions int
}

// A Pair is the question whether an attacker reaches two goals of one game together, although it can reach each of them
// by itself: whether a stone that is connected to two others connects them, for instance, when one move of the defender
// threatens both connections (Helmstetter 2007, section 4.2.3). It is a game of two sides, and any search for such
// games answers the question: alpha-beta search from package [github.com/ply-search/ply/search/alphabeta] with the
// window from -1 to 1, and a greater depth each time until the value is not 0, or the result is final. The attacker is
// side 0.
//
// In each position, a Pair searches for both goals by threats, and finishes the game where that decides:
//
//   - If the attacker is to move, it has lost (-1) if one of the goals is not reached even so. Otherwise its moves are
//     those by which it reaches one of the goals, and then the attacks of both goals.
//   - If the defender is to move, the attacker has lost if one of the goals is not reached. It has won (1) if both are,
//     and their traces do not meet: then one move cannot threaten both. Otherwise the moves of the defender come from the
//     two traces ([Replies]).
//   - If a search for a goal ran into its limit and the other does not decide either, the game ends undecided (0) where
//     the defender is to move.
//
// Traces meet if a move of the defender, after up to Goal.Changes moves elsewhere, can change a cell that is in both.
// So stones that no move can take may be in both traces.
//
// # What is certain
//
// A value of 1 says that the attacker reaches both goals, however it was bounded, if the moves of the defender are All,
// and if the traces withstand all that is played for the other goal. They withstand Goal.Changes moves elsewhere, which
// is all they need in games where a move depends on its own cell only; in Go, where liberties can run out, it is an
// approximation. Union and Intersection miss rare moves. A value of -1 is as certain as a search for one goal that
// finds nothing ([Result.Won]), and as the moves that the game lists. A value of 0 says nothing.
//
// # Cost
//
// What the searches said of a position is kept, so that a search that comes back to it, as one of increasing depth
// does, pays nothing. No memory is allocated once the lines have reached their length. A Pair is used by one goroutine
// at a time, and nothing may be played on the game except by the Pair while a search is under way.
type Pair[M comparable] struct {
	goals   [2]*half[M]
	opt     PairOptions[M]
	changes int
	suspect int  // the goal that failed last, which is searched first
	limit   int  // of the nodes of one search for a goal, 0 for none
	limited bool // it ended a search in the position that is judged
	nodes   int
	spent   bool

	known   *transposition.Table[knownPair]
	kept    []M // the moves of known positions, a ring
	written int // moves, ever
	moves   []M // of the position that is judged
	common  dependency.Trace
}

// A half is one of the goals of a Pair.
type half[M comparable] struct {
	*searcher[M]
	trace   dependency.Trace // of the last win
	replies []M              // of the defender, that change the trace
	move    M                // by which the attacker reaches the goal
	moves   bool             // there is one
}

// A knownPair is what is known of a position of a Pair.
type knownPair struct {
	start    int // of the moves, counted in moves ever written
	count    int32
	limit    int32 // that a search ran into, 0 for none
	standing Standing
}

const (
	pairEntries   = 1 << 16 // of the table of a goal
	pairPositions = 1 << 14
	movesKept     = 16 // for each position, on average
	mostPositions = math.MaxInt32 / movesKept
)

// NewPair returns the pair of two goals on one board, with the position that they are in: what is played on a must be
// seen by b. Moves are played on a. Both goals must be hashers ([ply.Hasher]), and have the same attacker. The error
// says which option does not fit.
func NewPair[M comparable](a, b Game[M], opt PairOptions[M]) (p *Pair[M], err error) {
	err = guard.Run(func() string { return "[]" }, func() error {
		p, err = newPair(a, b, opt)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func newPair[M comparable](a, b Game[M], opt PairOptions[M]) (*Pair[M], error) {
	switch {
	case a == nil || b == nil:
		return nil, errNoGame
	case opt.Replies >= replies:
		return nil, fmt.Errorf("threat: Replies is %v, want Union, Intersection or All", opt.Replies)
	case opt.Order < 0 || opt.Order > maxOrder+1:
		return nil, fmt.Errorf("threat: Order is %d, want 1 to %d, or 0 for that of the threat", opt.Order, maxOrder+1)
	case opt.MaxNodes < 0:
		return nil, fmt.Errorf("threat: MaxNodes is %d, want a number of nodes or 0 for no limit", opt.MaxNodes)
	case opt.TableEntries < 0:
		return nil, fmt.Errorf("threat: TableEntries is %d, want a number of entries or 0 for %d", opt.TableEntries, pairEntries)
	case opt.Positions < 0 || opt.Positions > mostPositions:
		return nil, fmt.Errorf("threat: Positions is %d, want up to %d, or 0 for %d", opt.Positions, mostPositions, pairPositions)
	case opt.FirstNodes < 0 || opt.FirstNodes > opt.GoalNodes || opt.GoalNodes > math.MaxInt32:
		return nil, fmt.Errorf("threat: FirstNodes is %d and GoalNodes %d, want at most that number of nodes, and that at most %d",
			opt.FirstNodes, opt.GoalNodes, math.MaxInt32)
	case opt.Goal.Table != nil || opt.Goal.AllMoves || opt.Goal.Progress != nil:
		return nil, fmt.Errorf("threat: Goal of a pair has no Table, AllMoves or Progress")
	}
	p := &Pair[M]{
		opt:     opt,
		changes: cmp.Or(opt.Goal.Changes, 1),
		limit:   cmp.Or(opt.FirstNodes, opt.GoalNodes),
	}
	p.opt.Order = cmp.Or(opt.Order, max(opt.Goal.Threat.Order(), 1))
	for i, g := range [2]Game[M]{a, b} {
		table, err := transposition.NewTable[Entry[M]](cmp.Or(opt.TableEntries, pairEntries), transposition.TwoBig)
		if err != nil {
			return nil, err
		}
		o := opt.Goal
		o.Table = table
		s, err := newSearcher(context.Background(), g, ply.Limits{}, o, opt.DepthFirst)
		if err != nil {
			return nil, err
		}
		p.goals[i] = &half[M]{searcher: s}
	}
	if a.Attacking() != b.Attacking() {
		return nil, fmt.Errorf("threat: the attacker of one goal of a pair is the defender of the other")
	}
	positions := cmp.Or(opt.Positions, pairPositions)
	known, err := transposition.NewTable[knownPair](positions, transposition.TwoBig)
	if err != nil {
		return nil, err
	}
	p.known, p.kept = known, make([]M, positions*movesKept)
	return p, nil
}

// Moves appends the moves of the side to move that are worth trying, the most promising first. There are none where the
// searches for the goals decide.
func (p *Pair[M]) Moves(dst []M) []M {
	k, moves := p.look()
	if k != Open {
		return dst
	}
	return append(dst, moves...)
}

// Play plays a move.
func (p *Pair[M]) Play(m M) { p.goals[0].game.Play(m) }

// Undo takes back the last move.
func (p *Pair[M]) Undo(m M) { p.goals[0].game.Undo(m) }

// ToMove returns 0 if the attacker is to move, 1 if the defender is.
func (p *Pair[M]) ToMove() int {
	if p.goals[0].game.Attacking() {
		return 0
	}
	return 1
}

// Outcome returns 1 for the side that gets its way, -1 for the other, and 0 if the position is undecided.
func (p *Pair[M]) Outcome() int { return p.Evaluate() }

// Evaluate returns the same as Outcome, and 0 in positions that are not finished.
func (p *Pair[M]) Evaluate() int {
	value := 0
	switch p.Known() {
	case Won:
		value = 1
	case Lost:
		value = -1
	}
	if p.ToMove() != 0 {
		return -value
	}
	return value
}

// Known returns what the searches for the goals, by themselves, tell of both together: [Won] or [Lost], or [Open] if
// moves must be tried or the position is undecided.
func (p *Pair[M]) Known() Standing {
	if k, _ := p.look(); k != undecided {
		return k
	}
	return Open
}

// Hash returns a hash of the position, of both goals, and of the limit of one search for a goal: what was undecided
// under another limit need not be so now.
func (p *Pair[M]) Hash() uint64 { return p.key() ^ uint64(p.limit)<<32 }

// key returns a hash of the position and of both goals.
func (p *Pair[M]) key() uint64 {
	return transposition.Mix(p.goals[0].hasher.Hash()) + p.goals[1].hasher.Hash()
}

// Raise raises the limit of one search for a goal, from FirstNodes on, by a factor of 4 up to GoalNodes. It reports
// false if it was that already.
func (p *Pair[M]) Raise() bool {
	most := p.opt.GoalNodes
	if p.limit >= most {
		return false
	}
	if p.limit > most/4 {
		p.limit = most
	} else {
		p.limit *= 4
	}
	return true
}

// Acyclic reports whether the game of the goals is acyclic.
func (p *Pair[M]) Acyclic() bool {
	a, ok := p.goals[0].game.(ply.Acyclic)
	return ok && a.Acyclic()
}

// Nodes returns how many nodes the searches for goals had up to now, together with the positions of the pair that they
// were made for.
func (p *Pair[M]) Nodes() int { return p.nodes }

// Spent reports whether MaxNodes ended a search. Values found after that may be those of bounds: 1 and -1 still mean
// what they say, and 0 nothing.
func (p *Pair[M]) Spent() bool { return p.spent }

// undecided is how a position stands that has no moves because a search ran into its limit.
const undecided = Standing(math.MaxUint8)

// look returns how the pair stands in the present position, and its moves if it is open. The moves are valid until the
// next call.
func (p *Pair[M]) look() (Standing, []M) {
	key := p.key()
	if k, ok := p.known.Lookup(key); ok && p.written-k.start <= len(p.kept) && (k.limit == 0 || int(k.limit) == p.limit) {
		start := k.start % len(p.kept)
		return k.standing, p.kept[start : start+int(k.count)]
	}
	if p.opt.MaxNodes > 0 && p.nodes >= p.opt.MaxNodes {
		p.spent = true
	}
	if p.spent {
		return undecided, nil
	}
	before := p.nodes
	p.nodes++
	p.limited = false
	p.moves = p.moves[:0]
	var standing Standing
	if p.goals[0].game.Attacking() {
		standing = p.judgeAttack()
	} else {
		standing = p.judgeDefence()
	}
	if standing != Open {
		p.moves = p.moves[:0]
	}
	if !p.spent && len(p.moves) <= len(p.kept) {
		p.keep(key, standing, p.nodes-before)
	}
	return standing, p.moves
}

// keep remembers what was found out about a position.
func (p *Pair[M]) keep(key uint64, standing Standing, weight int) {
	if rest := len(p.kept) - p.written%len(p.kept); rest < len(p.moves) {
		p.written += rest // none goes round
	}
	copy(p.kept[p.written%len(p.kept):], p.moves)
	k := knownPair{start: p.written, count: int32(len(p.moves)), standing: standing}
	if p.limited && standing != Lost {
		k.limit = int32(p.limit)
	}
	p.known.Store(key, k, weight)
	p.written += len(p.moves)
}

// reached tells how the pair stands without any search: Lost if one goal is, Won if both are, with their traces.
func (p *Pair[M]) reached() Standing {
	standing := Won
	for _, h := range p.goals {
		h.trace.Clear()
		switch h.game.Standing(p.changes, &h.trace) {
		case Lost:
			return Lost
		case Won:
		default:
			standing = Open
		}
	}
	return standing
}

// independent reports whether the traces of the goals, which are won, do not meet. If they do, it lists the moves of
// the defender, who is to move, at which they meet.
func (p *Pair[M]) independent() bool {
	for _, h := range p.goals {
		h.replies = h.tracer.Replies(p.changes, &h.trace, h.replies[:0])
	}
	a, b := p.goals[0], p.goals[1]
	p.common.Clear()
	for cell := range a.trace.Cells() {
		if b.trace.Has(cell) {
			p.common.Add(cell)
		}
	}
	p.moves = a.tracer.Replies(p.changes, &p.common, p.moves)
	return len(p.moves) == 0
}

// safe reports whether both goals, which are reached, stay so if the attacker, who is to move, moves elsewhere.
func (p *Pair[M]) safe() bool {
	g := p.goals[0].game
	if !g.Pass() {
		return false
	}
	safe := p.independent()
	p.moves = p.moves[:0]
	g.Unpass()
	return safe
}

// judgeAttack finds out how the pair stands with the attacker to move, and lists its moves.
func (p *Pair[M]) judgeAttack() Standing {
	reached := p.reached()
	if reached == Lost || reached == Won && p.safe() {
		return reached
	}
	known := reached == Open
	first := p.suspect
	for n := range p.goals {
		i := first ^ n
		h := p.goals[i]
		won, complete := p.search(h)
		switch {
		case !won && complete:
			p.suspect = i
			return Lost
		case !won:
			known = false
		case h.moves:
			p.try(h.move)
		}
	}
	for order := 1; order <= p.opt.Order; order++ {
		for _, h := range p.goals {
			start := len(p.moves)
			p.moves = h.game.Attacks(order, p.moves)
			p.moves = distinct(p.moves, start)
		}
	}
	switch {
	case len(p.moves) > 0:
		return Open
	case known:
		return Lost
	}
	return undecided
}

// judgeDefence finds out how the pair stands with the defender to move, and lists its moves.
func (p *Pair[M]) judgeDefence() Standing {
	if p.reached() == Lost {
		return Lost
	}
	known := true
	first := p.suspect
	for n := range p.goals {
		i := first ^ n
		won, complete := p.search(p.goals[i])
		switch {
		case !won && complete:
			p.suspect = i
			return Lost
		case !won:
			known = false
		}
	}
	if !known {
		return undecided
	}
	if p.independent() {
		return Won
	}
	switch p.opt.Replies {
	case Union:
		for _, h := range p.goals {
			start := len(p.moves)
			p.moves = distinct(append(p.moves, h.replies...), start)
		}
	case All:
		start := len(p.moves)
		p.moves = distinct(p.goals[0].game.Moves(p.moves), start)
	}
	return Open
}

// try lists a move if it is not listed yet.
func (p *Pair[M]) try(m M) {
	if !slices.Contains(p.moves, m) {
		p.moves = append(p.moves, m)
	}
}

// distinct removes those moves from number start on that are there before. It is called for tens of moves.
func distinct[M comparable](moves []M, start int) []M {
	rest := moves[:start]
	for _, m := range moves[start:] {
		if !slices.Contains(rest, m) {
			rest = append(rest, m)
		}
	}
	return rest
}

// search finds out whether one goal is won in the present position. It is not complete if a limit ended it.
func (p *Pair[M]) search(h *half[M]) (won, complete bool) {
	most := p.limit
	if p.opt.MaxNodes > 0 {
		rest := p.opt.MaxNodes - p.nodes
		if rest <= 0 {
			p.spent = true
			return false, false
		}
		if most == 0 || rest < most {
			most = rest
		}
	}
	s := h.searcher
	s.begin(most)
	won = s.decideBy(p.changes, &h.trace)
	h.move, h.moves = s.winner, won && s.wins && s.game.Attacking()
	p.nodes += s.nodes
	if s.status == ply.OutOfNodes && p.opt.MaxNodes > 0 && p.nodes >= p.opt.MaxNodes {
		p.spent = true
	}
	complete = s.status == ply.Complete
	p.limited = p.limited || !complete
	return won, complete
}

// begin makes the searcher ready for a search of the present position, which may be another one than before.
func (s *searcher[M]) begin(nodes int) {
	s.Budget = stop.NewBudget(context.Background(), stop.Limits{Limits: ply.Limits{Nodes: nodes}})
	s.nodes, s.status, s.depth, s.edge = 0, ply.Complete, 0, freshSearch
	s.path, s.stack, s.used = s.path[:0], s.stack[:0], 0
	s.decided, s.wins = false, false
	if s.prover != nil {
		s.prover.children = s.prover.children[:0]
	}
}

// decideBy is run for a Pair: it reports whether the goal is won, by one width after another, and leaves the trace of
// the win.
func (s *searcher[M]) decideBy(changes int, trace *dependency.Trace) (won bool) {
	order := s.opt.Threat.Order()
	width := order
	if s.opt.Widening {
		width = 0
	}
	for ; ; width++ {
		trace.Clear()
		s.wins = false
		won = s.solve(countsOf(s.opt.Threat, width), width, changes, trace)
		if won || s.status != ply.Complete || width >= order {
			return won && s.status == ply.Complete
		}
	}
}
