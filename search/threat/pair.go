package threat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"
	"unsafe"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// PairOptions are the options of a [Pair]. The zero value searches only for goals that are reached in one move, which
// is rarely sufficient: set Threat.
type PairOptions struct {
	// Threat, ProofNumbers and MaxDepth are the [Options] of the searches for a single goal. In each position that a
	// [Pair] evaluates, it makes up to two such searches, one for each goal. In these searches, [Options].Widening is
	// set and [Options].Changes is 1.
	Threat       Threat
	ProofNumbers bool
	MaxDepth     int

	// GoalNodes is the limit on nodes of each search for a goal. If a search ends at this limit, the position is
	// undecided. 0 means no limit. [Pair.Raise] changes the limit. Begin with a small limit: most positions are decided
	// with few nodes, and undecided positions often do not affect the result.
	GoalNodes int

	// Intersection restricts the moves of the defender to the moves that change a cell in both traces: in the trace of
	// the win of one goal and in the trace of the win of the other. These are far fewer moves. The restriction misses
	// moves that threaten one goal alone and, when they are answered, prepare a threat to both goals.
	//
	// By default, the moves of the defender are the moves that change a cell of at least one trace. Other moves cannot
	// prevent one goal alone. In rare cases, such a move is the only one that prevents the two goals together, because it
	// prevents a move of the attacker that serves both goals (Helmstetter 2007, figure 4.5).
	Intersection bool

	// Order limits the attacks that the Pair tries when the attacker is to move: for each goal, it calls Attacks of
	// [Game] with the orders from 1 to Order. 0 means the greatest order of threats that the option Threat allows
	// ([Threat.Order]), or 1 if it allows none.
	Order int

	// Memory is the limit on the total size of the tables of a [Pair], in bytes. 0 means 4 MiB. A Pair has three
	// tables: one for each of the two goals, and one for its own results. For each position that a Pair can store, the
	// three tables together take 256 bytes if the type of moves has 2 bytes, and 416 bytes if it has 8.
	Memory int64
}

// A Pair asks whether an attacker can reach two goals of one game together, each of which the attacker can reach alone.
// An example from Go is a stone that is connected to each of two other stones. Does it connect these two stones, or
// does one move of the defender threaten both connections (Helmstetter 2007, section 4.2.3)?
//
// A Pair is a game of two sides, in which the attacker is side 0. Any search for two sides can search it. With
// [github.com/ply-search/ply/search/alphabeta], use the window from -1 to 1 and increase the depth until the value is
// not 0 or the result is final.
//
// In each position, a Pair searches for a win of each goal by threats. The trace of a win contains the cells on which
// the win depends. Two traces meet if a move of the defender, possibly after one other move, can change a cell that is
// in both. The results of the searches decide whether the game ends:
//
//   - If a search finds no win, the attacker has lost (-1).
//   - If both goals are already reached and their traces do not meet, the attacker has won (1).
//   - If both searches find a win and the attacker is to move, the game goes on. The moves are the winning moves that
//     the searches found, followed by the moves that Attacks returns for both goals.
//   - If both searches find a win and the defender is to move, the attacker has won (1) if the traces do not meet,
//     because no single move threatens both goals. If the traces meet, the game goes on, and the moves of the defender
//     follow from the traces ([PairOptions].Intersection).
//   - In all other cases, a search has ended at its limit. If the attacker is to move and has a move, the game goes on.
//     Otherwise the game ends undecided (0).
//
// # Certainty
//
// A value of 1 means that the attacker reaches both goals, under two conditions. First, the defender has no better
// moves than the moves of the Pair. Second, the moves played for one goal do not break the win of the other goal. A
// search guarantees only that its win survives any one move outside its trace. In games where a move depends only on
// its own cell, this is enough for the second condition. In Go, where stones can run out of liberties, it is not, and
// the value is an approximation.
//
// To try all moves of the defender, search a game that embeds the Pair and has its own method Moves. Where the defender
// is to move and the Pair lists at least one move, this method lists all legal moves.
//
// If the value is -1, a search found no win of one goal: see [Result].Won. A value of 0 means undecided.
//
// # Cost
//
// The results of a position are stored: a position that is visited again, as in iterative deepening, is not searched
// again. The Pair allocates memory only while lines become longer. A Pair is used by one goroutine at a time, and
// during a search only the Pair may play on the game.
type Pair[M comparable] struct {
	goals   [2]*half[M]
	opt     PairOptions
	limits  ply.Limits
	start   time.Time
	suspect int  // the goal that failed last, searched first
	limit   int  // of the nodes of one search for a goal, 0 for none
	limited bool // it ended a search in the position being judged
	nodes   int
	spent   bool

	known   *hashtable.Table[knownPair]
	kept    []M // the moves of known positions, a ring
	written int // moves ever written
	moves   []M // of the position being judged
	common  dependency.Trace
}

type half[M comparable] struct {
	*searcher[M]
	trace   dependency.Trace // of the last win
	replies []M              // of the defender, that change the trace
	move    M                // by which the attacker reaches the goal
	moves   bool             // move is set
}

type knownPair struct {
	start    int // of the moves, counted in moves ever written
	count    int32
	limit    int32 // that a search reached, 0 for none
	standing Standing
}

const (
	pairMemory    = 4 << 20
	goalEntries   = 4  // of the table of each goal, for each position of the pair
	movesKept     = 16 // for each position, on average
	mostPositions = math.MaxInt32 / movesKept

	changesElsewhere = 1 // that the traces of the goals withstand
)

// NewPair returns the pair of two goals, a and b, on one board. The Pair plays moves only on a. a and b must therefore
// share their position, so that each move on a also changes b. Both goals must be a [ply.Hasher] and have the same
// attacker. The argument limits applies to the sum of all searches for goals and all positions that the Pair evaluates.
// After a limit is reached, a position without a stored result is undecided.
func NewPair[M comparable](a, b Game[M], limits ply.Limits, opt PairOptions) (p *Pair[M], err error) {
	err = guard.Run(func() string { return "[]" }, func() error {
		p, err = newPair(a, b, limits, opt)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func (o *PairOptions) check() error {
	switch {
	case o.Order < 0 || o.Order > maxOrder+1:
		return fmt.Errorf("threat: Order is %d, want 1 to %d, or 0 for the order of the threat", o.Order, maxOrder+1)
	case o.GoalNodes < 0 || o.GoalNodes > math.MaxInt32:
		return fmt.Errorf("threat: GoalNodes is %d, want up to %d, or 0 for no limit", o.GoalNodes, math.MaxInt32)
	case o.Memory < 0:
		return fmt.Errorf("threat: Memory is %d, want a number of bytes or 0 for %d", o.Memory, pairMemory)
	}
	return nil
}

func newPair[M comparable](a, b Game[M], limits ply.Limits, opt PairOptions) (*Pair[M], error) {
	if a == nil || b == nil {
		return nil, errNoGame
	}
	if err := opt.check(); err != nil {
		return nil, err
	}
	p := &Pair[M]{opt: opt, limits: limits, start: time.Now(), limit: opt.GoalNodes}
	p.opt.Order = cmp.Or(opt.Order, max(opt.Threat.Order(), 1))
	var move M
	inTable := unsafe.Sizeof(struct {
		e   entry[M]
		tag uint64
	}{})
	inPair := unsafe.Sizeof(struct {
		k   knownPair
		tag uint64
	}{})
	each := 2*goalEntries*inTable + inPair + movesKept*unsafe.Sizeof(move)
	positions := int(min(max(cmp.Or(opt.Memory, pairMemory)/int64(each), 1), mostPositions))
	o := Options[M]{Threat: opt.Threat, ProofNumbers: opt.ProofNumbers, Widening: true, MaxDepth: opt.MaxDepth, Changes: changesElsewhere}
	for i, g := range [2]Game[M]{a, b} {
		hasher, ok := g.(ply.Hasher)
		if !ok {
			return nil, fmt.Errorf("threat: a pair needs a ply.Hasher, which %T is not", g)
		}
		s, err := newSearcher(context.Background(), g, limits, o)
		if err != nil {
			return nil, err
		}
		s.hasher = hasher
		if s.table, err = hashtable.NewTable[entry[M]](goalEntries*positions, hashtable.TwoBig); err != nil {
			return nil, err
		}
		p.goals[i] = &half[M]{searcher: s}
	}
	if a.Attacking() != b.Attacking() {
		return nil, fmt.Errorf("threat: the attacker of one goal of a pair is the defender of the other")
	}
	known, err := hashtable.NewTable[knownPair](positions, hashtable.TwoBig)
	if err != nil {
		return nil, err
	}
	p.known, p.kept = known, make([]M, positions*movesKept)
	return p, nil
}

// Moves appends the moves of the side to move that are worth trying, the most promising first. It appends none if the
// searches for the goals decide the game.
func (p *Pair[M]) Moves(dst []M) []M {
	k, moves := p.look()
	if k != Open {
		return dst
	}
	return append(dst, moves...)
}

// Play plays a move on the game that both goals share.
func (p *Pair[M]) Play(m M) { p.goals[0].game.Play(m) }

// Undo takes back the last move.
func (p *Pair[M]) Undo(m M) { p.goals[0].game.Undo(m) }

// ToMove returns 0 if the attacker is to move, and 1 if the defender is to move.
func (p *Pair[M]) ToMove() int {
	if p.goals[0].game.Attacking() {
		return 0
	}
	return 1
}

// Outcome returns the outcome for the side to move: 1 if that side is successful, -1 if the other side is, and 0 if the
// position is undecided.
func (p *Pair[M]) Outcome() int { return p.Evaluate() }

// Evaluate returns the same as Outcome in finished positions, and 0 in all other positions.
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

// Known returns the standing of the two goals together according to the searches for each goal: [Won], [Lost] or, if
// the searches do not decide, [Open].
func (p *Pair[M]) Known() Standing {
	if k, _ := p.look(); k != undecided {
		return k
	}
	return Open
}

// Hash returns a hash of the position, the two goals, and the limit on nodes of each search for a goal. It includes the
// limit because a greater limit can decide an undecided position.
func (p *Pair[M]) Hash() uint64 { return p.key() ^ uint64(p.limit)<<32 }

// key is Hash without the limit.
func (p *Pair[M]) key() uint64 {
	return transposition.Mix(p.goals[0].hasher.Hash()) + p.goals[1].hasher.Hash()
}

// Raise sets the limit on nodes of each search for a goal, which is initially GoalNodes. 0 means no limit. Undecided
// positions are then searched again.
func (p *Pair[M]) Raise(nodes int) { p.limit = min(max(nodes, 0), math.MaxInt32) }

// Acyclic reports whether the game of the goals declares itself [ply.Acyclic].
func (p *Pair[M]) Acyclic() bool {
	a, ok := p.goals[0].game.(ply.Acyclic)
	return ok && a.Acyclic()
}

// Nodes returns the number of nodes of all searches for goals so far, plus the number of positions that the Pair has
// evaluated.
func (p *Pair[M]) Nodes() int { return p.nodes }

// Spent reports whether one of the limits passed to [NewPair] was reached. If so, a value of 1 or -1 has the same
// meaning as without the limit, but a value of 0 has no meaning.
func (p *Pair[M]) Spent() bool { return p.spent }

// undecided is the standing of a position that has no moves because a search reached its limit.
const undecided = Standing(math.MaxUint8)

// look returns the standing of the pair in the present position and, if open, its moves, valid until the next call.
func (p *Pair[M]) look() (Standing, []M) {
	key := p.key()
	if k, ok := p.known.Lookup(key); ok && p.written-k.start <= len(p.kept) && (k.limit == 0 || int(k.limit) == p.limit) {
		start := k.start % len(p.kept)
		return k.standing, p.kept[start : start+int(k.count)]
	}
	if p.spent = p.spent || p.over(); p.spent {
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

func (p *Pair[M]) keep(key uint64, standing Standing, weight int) {
	if rest := len(p.kept) - p.written%len(p.kept); rest < len(p.moves) {
		p.written += rest // none wraps around
	}
	copy(p.kept[p.written%len(p.kept):], p.moves)
	k := knownPair{start: p.written, count: int32(len(p.moves)), standing: standing}
	if p.limited && standing != Lost {
		k.limit = int32(p.limit)
	}
	p.known.Store(key, k, weight)
	p.written += len(p.moves)
}

// reached returns the standing of the pair without a search: Lost if one goal is, Won if both are, with their traces.
func (p *Pair[M]) reached() Standing {
	standing := Won
	for _, h := range p.goals {
		h.trace.Clear()
		switch h.game.Standing(changesElsewhere, &h.trace) {
		case Lost:
			return Lost
		case Won:
		default:
			standing = Open
		}
	}
	return standing
}

// independent reports whether the traces of won goals do not meet, and lists the defender's moves against both.
func (p *Pair[M]) independent() bool {
	for _, h := range p.goals {
		h.replies = h.tracer.Replies(changesElsewhere, &h.trace, h.replies[:0])
	}
	a, b := p.goals[0], p.goals[1]
	p.common.Clear()
	for cell := range a.trace.Cells() {
		if b.trace.Has(cell) {
			p.common.Add(cell)
		}
	}
	p.moves = a.tracer.Replies(changesElsewhere, &p.common, p.moves)
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
	if !p.opt.Intersection {
		for _, h := range p.goals {
			start := len(p.moves)
			p.moves = distinct(append(p.moves, h.replies...), start)
		}
	}
	return Open
}

func (p *Pair[M]) try(m M) {
	if !slices.Contains(p.moves, m) {
		p.moves = append(p.moves, m)
	}
}

func distinct[M comparable](moves []M, start int) []M {
	rest := moves[:start]
	for _, m := range moves[start:] {
		if !slices.Contains(rest, m) {
			rest = append(rest, m)
		}
	}
	return rest
}

// search decides whether one goal is won in the present position. It is not complete if a limit ended it.
func (p *Pair[M]) search(h *half[M]) (won, complete bool) {
	if p.over() {
		p.spent = true
		return false, false
	}
	limits := p.limits.After(p.nodes, time.Since(p.start))
	if p.limit > 0 && (limits.Nodes == 0 || p.limit < limits.Nodes) {
		limits.Nodes = p.limit
	}
	s := h.searcher
	s.begin(limits)
	won = s.decideBy(changesElsewhere, &h.trace)
	h.move, h.moves = s.winner, won && s.wins && s.game.Attacking()
	p.nodes += s.nodes
	complete = s.status == ply.Complete
	p.spent = p.spent || !complete && p.over()
	p.limited = p.limited || !complete
	return won, complete
}

func (p *Pair[M]) over() bool {
	return p.limits.Nodes > 0 && p.nodes >= p.limits.Nodes || p.limits.Time > 0 && time.Since(p.start) >= p.limits.Time
}

func (s *searcher[M]) begin(limits ply.Limits) {
	s.Budget = stop.NewBudget(context.Background(), stop.Limits{Limits: limits})
	s.nodes, s.status, s.depth, s.edge = 0, ply.Complete, 0, freshSearch
	s.path, s.stack, s.used = s.path[:0], s.stack[:0], 0
	s.decided, s.wins = false, false
	if s.prover != nil {
		s.prover.children = s.prover.children[:0]
	}
}

// decideBy is run for a Pair: it reports whether the goal is won, by increasing widths, and returns the trace.
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
