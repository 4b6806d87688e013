package alphabeta

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
)

// An Ordering is a set of techniques that order moves, as a sum of the constants below. The sooner a good move is
// tried, the fewer others need to be searched. [Options.Ordering] chooses them.
//
// Moves are tried in this order: the move from the table, the killers, the counter-move, and then all others by the
// sum of rank and history and, on ties, in the order of Moves.
//
// Which set is best depends on the game. On Connect Four, Othello and Los Alamos chess together, searched to a depth,
// [DefaultOrdering] took as little time as any set measured, as it did without Refutations. Where ranks are good, killers
// can get in their way: TableMove, Ranks and History search a fifth fewer nodes in Los Alamos chess, and TableMove and
// Ranks a third fewer when Connect Four is searched to its end.
type Ordering uint8

const (
	// TableMove tries the best move that is stored in the table for the position first.
	TableMove Ordering = 1 << iota

	// Ranks tries moves in the order of their ranks by a [Ranker].
	Ranks

	// Killers tries the two moves that last caused a cutoff in positions at the same distance from the start (Akl
	// and Newborn 1977).
	Killers

	// History keeps a score for each side and move (Schaeffer 1989). The score rises when the move causes a
	// cutoff, and falls when it was tried before another move that did, each by more the deeper the
	// search was; old scores fade. Scores are between -16,384 and 16,384. They are added to the ranks in the
	// last stage, so ranks much greater than that take precedence.
	History

	// CounterMoves tries the reply that last caused a cutoff after the same move of the other side (Uiterwijk
	// 1992).
	CounterMoves

	// Refutations tries, after a move that was not good enough, the other side's reply that refuted it, if it is
	// legal: a move that is good for one side is often good for the other (Cazenave and Helmstetter 2006, section
	// 7.3.5).
	Refutations

	// Unordered tries moves in the order of Moves. It cannot be combined with the others.
	Unordered

	orderings
)

// DefaultOrdering is the set used unless the options name another.
const DefaultOrdering = TableMove | Ranks | Killers | Refutations

// mostHistory is the value that history approaches for a move that cuts off every time.
const mostHistory = 1 << 14

// An orderer orders moves, and learns from what it sees.
type orderer[M comparable] struct {
	ranker      Ranker[M]
	numberer    ply.Numberer[M]
	withoutHint bool
	killers     bool
	histories   bool
	counters    bool
	refutations bool
	sorts       bool // any of these
	learns      bool // any that goes by cutoffs

	stack         []M      // the moves of all positions on the line, those of the last at the end
	keys          []uint64 // the order of those in stack at the same place
	ranks         []int32  // scratch
	levels        []*level[M]
	variations[M] // the lines of the levels

	history [2][]int32      // by side and number of the move
	counter [2][]counter[M] // by side that replies and number of the move replied to
}

// A level is what is kept of a number of moves from the start.
type level[M comparable] struct {
	line    variation // the best line of the position there
	move    M         // last played there
	moved   bool      // by a move, not by a null move
	key     uint64    // of the position there, where repetitions are found by that
	killers [2]M      // the last one first
	known   int       // killers
}

// A counter is the reply to a move, if there is one.
type counter[M comparable] struct {
	move  M
	known bool
}

func newOrderer[M comparable](g ply.AdversarialGame[M], opt *Options[M]) orderer[M] {
	by := cmp.Or(opt.Ordering, DefaultOrdering)
	o := orderer[M]{
		numberer:    ply.NumbererOf(g),
		withoutHint: by&TableMove == 0,
		killers:     by&Killers != 0,
		histories:   by&History != 0,
		counters:    by&CounterMoves != 0,
		refutations: by&Refutations != 0,
	}
	switch {
	case by&Ranks == 0:
	case opt.Ranker != nil:
		o.ranker = opt.Ranker(g)
	default:
		o.ranker, _ = g.(Ranker[M])
	}
	o.learns = o.killers || o.histories || o.counters || o.refutations
	o.sorts = o.ranker != nil || o.learns
	return o
}

// level returns what is kept of the distance at from the start.
func (o *orderer[M]) level(at int) *level[M] {
	for at >= len(o.levels) {
		o.levels = append(o.levels, new(level[M]))
	}
	return o.levels[at]
}

// A picker is how far the search of a position has come in the order of its moves. Moves are known by
// their numbers in the order of the game.
type picker struct {
	start, moves int  // its moves in the stack
	hint         int  // the move of the table, or -1
	plain        bool // all others in the order of the game
	tried        int

	// At first come moves that are good for reasons of their own, and only if none of them cuts off
	// the position are the others ranked.
	phase   phase
	next    int // a refutation to try next, counted from 1, or 0
	first   int // how many came first
	special [maxSpecial]int

	sorted int // those before this are in order, up to the next stage; 0 before the first
	stage  int
}

// A phase says which of the moves that come first is next.
type phase uint8

const (
	hintPhase phase = iota
	firstKillerPhase
	secondKillerPhase
	counterPhase
	rankedPhase

	maxSpecial = 8 // those of the phases, and some refutations
)

// The key of a move is its rank, which takes 33 bits with the history, and then, so that moves of the same
// rank stay in the order of the game, how far it stands from the end.
const (
	rankShift  = 31
	rankOffset = 1 << 32
	indexMask  = 1<<rankShift - 1
)

// pick returns the move to try next, in the position that is at moves from the start and where side
// me is to move. If p is plain, there is a hint: else there is nothing to pick.
func (o *orderer[M]) pick(p *picker, at, me int) int {
	i := p.tried
	p.tried++
	if p.plain {
		switch {
		case i == 0:
			return p.hint
		case i <= p.hint:
			return i - 1
		default:
			return i
		}
	}
	if p.phase < rankedPhase || p.next > 0 {
		if move, ok := o.pickFirst(p, at, me); ok {
			return move
		}
	}
	if i >= p.sorted {
		o.sort(p, me, i)
	}
	return indexMask - int(o.keys[p.start+i]&indexMask)
}

// pickFirst returns the next of the moves that come first, if there is one left.
func (o *orderer[M]) pickFirst(p *picker, at, me int) (move int, ok bool) {
	for p.phase < rankedPhase || p.next > 0 {
		move := -1
		switch here := o.levels[at]; {
		case p.next > 0:
			move, p.next = p.next-1, 0
			p.phase-- // which the end of the loop takes back
		case p.phase == hintPhase:
			move = p.hint
		case p.phase == firstKillerPhase && o.killers && here.known > 0:
			move = o.find(p, here.killers[0])
		case p.phase == secondKillerPhase && o.killers && here.known > 1:
			move = o.find(p, here.killers[1])
		case p.phase == counterPhase && o.counters && at > 0 && o.levels[at-1].moved:
			number := o.numberer.Number(o.levels[at-1].move)
			if replies := o.counter[me]; number < len(replies) && replies[number].known {
				move = o.find(p, replies[number].move)
			}
		}
		p.phase++
		if move >= 0 && !p.cameFirst(move) {
			p.special[p.first] = move
			p.first++
			return move, true
		}
	}
	return 0, false
}

// find returns the number of a move, or -1 if it is not legal.
func (o *orderer[M]) find(p *picker, m M) int {
	return slices.Index(o.stack[p.start:p.start+p.moves], m)
}

func (p *picker) cameFirst(move int) bool {
	return slices.Contains(p.special[:p.first], move)
}

// triedAs returns the move that was tried as number i.
func (o *orderer[M]) triedAs(p *picker, i int) int {
	if i < p.first {
		return p.special[i]
	}
	return indexMask - int(o.keys[p.start+i]&indexMask)
}

// sort brings the moves from number from on into the order of the next stage.
func (o *orderer[M]) sort(p *picker, me, from int) {
	end := p.start + p.moves
	if end > len(o.keys) {
		o.keys = append(o.keys, make([]uint64, end-len(o.keys))...)
	}
	moves, keys := o.stack[p.start:end], o.keys[p.start:end]
	if p.stage == 0 {
		j := from
		for i := range moves {
			if !p.cameFirst(i) {
				keys[j] = uint64(indexMask - i)
				j++
			}
		}
	}
	more := false
	if o.ranker != nil {
		if len(o.ranks) < len(moves) {
			o.ranks = make([]int32, 2*len(moves))
		}
		clear(o.ranks[:len(moves)])
		more = o.ranker.Rank(p.stage, moves, o.ranks[:len(moves)])
	}
	p.stage++
	if o.ranker == nil && !o.histories {
		p.sorted = len(keys)
		return
	}
	for j := from; j < len(keys); j++ {
		i := indexMask - int(keys[j]&indexMask)
		rank := int64(0)
		if o.ranker != nil {
			rank = int64(o.ranks[i])
		}
		if o.histories && !more {
			rank += int64(o.historyOf(me, moves[i]))
		}
		key := uint64(rank+rankOffset)<<rankShift | uint64(indexMask-i)
		k := j
		for ; k > from && keys[k-1] < key; k-- {
			keys[k] = keys[k-1]
		}
		keys[k] = key
	}
	p.sorted = len(keys)
	if more {
		p.sorted = from
		for p.sorted < len(keys) && keys[p.sorted] >= (rankOffset+1)<<rankShift {
			p.sorted++
		}
		if p.sorted == from {
			o.sort(p, me, from)
		}
	}
}

func (o *orderer[M]) historyOf(me int, m M) int {
	if number := o.numberer.Number(m); number < len(o.history[me]) {
		return int(o.history[me][number])
	}
	return 0
}

// tryNext has the move tried next, if it has not been yet, that played by the other side showed that the
// last one tried was not good enough.
func (o *orderer[M]) tryNext(p *picker, at int) {
	reply := o.level(at + 1)
	if reply.known == 0 || p.tried == p.moves {
		return
	}
	if p.stage == 0 {
		if p.first+int(rankedPhase-p.phase) < maxSpecial {
			p.next = 1 + o.find(p, reply.killers[0])
		}
		return
	}
	rest := o.keys[p.start+p.tried : p.start+p.moves]
	for i, key := range rest {
		if o.stack[p.start+indexMask-int(key&indexMask)] != reply.killers[0] {
			continue
		}
		copy(rest[1:i+1], rest[:i])
		rest[0] = key
		if p.tried+i >= p.sorted {
			p.sorted++
		}
		return
	}
}

// learn notes that side me cut off a position, at moves from the start, by m, the last that p gave.
func (o *orderer[M]) learn(p *picker, at, me int, m M, effort int) {
	l := o.levels[at]
	if l.known == 0 || l.killers[0] != m {
		l.killers[1], l.killers[0] = l.killers[0], m
		l.known = min(l.known+1, 2)
	}
	if o.histories {
		bonus := int32(min(effort*effort, mostHistory/4))
		h := grown(&o.history[me], o.numberer.Number(m))
		*h += bonus - *h*bonus/mostHistory
		if !p.plain {
			o.blame(p, me, bonus)
		}
	}
	if o.counters && at > 0 && o.levels[at-1].moved {
		*grown(&o.counter[me], o.numberer.Number(o.levels[at-1].move)) = counter[M]{m, true}
	}
}

// blame notes that the moves tried before the last did not cut off.
func (o *orderer[M]) blame(p *picker, me int, malus int32) {
	for i := range p.tried - 1 {
		index := o.triedAs(p, i)
		h := grown(&o.history[me], o.numberer.Number(o.stack[p.start+index]))
		*h -= malus + *h*malus/mostHistory
	}
}

// grown returns an element of a slice, which it makes longer if need be.
func grown[T any](s *[]T, i int) *T {
	if i >= len(*s) {
		*s = append(*s, make([]T, i+1-len(*s))...)
	}
	return &(*s)[i]
}

// effort returns what finding a cutoff was worth: the depth of the search or, where it has no bound,
// the depth that as many nodes would be if each had eight moves.
func (s *negamax[M]) effort(depth, nodes int) int {
	if s.unbounded {
		return bits.Len(uint(s.stats.Nodes-nodes)) / 3
	}
	return depth
}
