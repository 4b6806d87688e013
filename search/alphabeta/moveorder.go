package alphabeta

import (
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// An Ordering is a set of techniques that order moves, as a sum of the constants below. The sooner a good move is
// tried, the fewer others need to be searched. [Order.By] chooses them.
//
// Moves are tried in this order: the move from the table; those that the first of several stages of a [Ranker] puts first,
// such as captures; the killers; the counter-move; and then all others by the sum of rank and history and, on ties, in the
// order of Moves.
//
// Which set is best depends on the game. 0 stands for TableMove | Ranks in a game with a [Ranker], and for
// TableMove | Killers in any other: on Connect Four, Othello and Los Alamos chess, searched to a depth with their rankers
// and without them, these took as little time as any set, but for Los Alamos chess, where TableMove | Ranks | History takes
// a fifth less. Where ranks are good, killers get in their way: with them the same searches of Connect Four and
// Othello look at 1.2 to 1.3 times as many nodes.
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

// mostHistory is the value that history approaches for a move that cuts off every time.
const mostHistory = 1 << 14

// An orderer orders the moves on a path, and learns from what it sees. What does not change is written by newOrderer.
type orderer[M comparable] struct {
	ranker      Ranker[M]
	numberer    ply.Numberer[M]
	withoutHint bool
	killers     bool
	histories   bool
	counters    bool
	refutations bool
	firstPhase  phase // after the move of the table
	sorts       bool  // any of these
	learns      bool  // any that goes by cutoffs
	staged      bool  // the ranker has ranked in several stages somewhere: else ranks can wait until killers are tried

	path[M]
	keys  []uint64 // by which those in the stack at the same place are chosen
	order []int32  // the moves tried of each position, from the same place on
	ranks []int32  // scratch; nil where nothing ranks moves

	history [2][]int32      // by side and number of the move
	counter [2][]counter[M] // by side that replies and number of the move replied to
}

// A counter is the reply to a move, if there is one.
type counter[M comparable] struct {
	move  M
	known bool
}

func newOrderer[M comparable](g ply.AdversarialGame[M], opt *Options[M]) orderer[M] {
	ranker, _ := g.(Ranker[M])
	if opt.Ranker != nil {
		ranker = opt.Ranker(g)
	}
	by := opt.Order.By
	switch {
	case by != 0:
	case ranker != nil:
		by = TableMove | Ranks
	default:
		by = TableMove | Killers
	}
	o := orderer[M]{
		numberer:    fast.NumbererOf(g),
		withoutHint: by&TableMove == 0,
		killers:     by&Killers != 0,
		histories:   by&History != 0,
		counters:    by&CounterMoves != 0,
		refutations: by&Refutations != 0,
	}
	if by&Ranks != 0 {
		o.ranker = ranker
	}
	o.learns = o.killers || o.histories || o.counters || o.refutations
	o.sorts = o.ranker != nil || o.learns
	switch {
	case o.killers:
	case o.counters:
		o.firstPhase = counterPhase
	default:
		o.firstPhase = rankedPhase
	}
	return o
}

// A picker is how far the search of a position has come in the order of its moves. Moves are known by
// their numbers in the order of the game.
type picker struct {
	start, moves int  // its moves in the stack
	hint         int  // the move of the table, or -1
	plain        bool // all others in the order of the game
	tried        int

	// After the move of the table, and those of the first of several stages, come moves that are good for reasons of
	// their own, and only then those that are ranked.
	phase phase
	next  int // a refutation to try next, counted from 1, or 0

	stage int  // of ranking; 0 before the first
	more  bool // there is another
	from  int  // where nothing ranks them: all moves before this one were tried
}

// A phase says which of the moves that come first is next.
type phase uint8

const (
	firstKillerPhase phase = iota
	secondKillerPhase
	counterPhase
	rankedPhase
)

// keyOf returns the key of a move that was not tried: its rank and then, so that moves of the same rank stay in the order
// of the game, its number, the least first. The key of a move that was tried is 0.
func keyOf(rank int32, move int) uint64 {
	return uint64(uint32(rank)^1<<31)<<32 | uint64(^uint32(move))
}

const positive = (1<<31 + 1) << 32 // the least key of a move of positive rank

// newPicker returns a picker of the moves in the stack from start on.
func (o *orderer[M]) newPicker(start, hint int, plain bool) picker {
	if len(o.stack) > len(o.keys) {
		o.makeRoom()
	}
	return picker{start: start, moves: len(o.stack) - start, hint: hint, plain: plain, phase: o.firstPhase}
}

// makeRoom makes room to order all moves in the stack.
func (o *orderer[M]) makeRoom() {
	more := len(o.stack) - len(o.keys)
	o.order = append(o.order, make([]int32, more)...)
	o.keys = append(o.keys, make([]uint64, more)...)
}

// pick returns the move to try next, in the position that is at moves from the start and where side
// me is to move. If p is plain, there is a hint: else there is nothing to pick.
func (o *orderer[M]) pick(p *picker, at, me int) int {
	i := p.tried
	p.tried++
	if i == 0 && p.hint >= 0 {
		if !p.plain {
			o.order[p.start] = int32(p.hint)
		}
		return p.hint
	}
	if p.plain {
		if i <= p.hint {
			return i - 1
		}
		return i
	}
	move := -1
	if p.phase < rankedPhase || p.next > 0 {
		if o.staged && p.phase == o.firstPhase && p.next == 0 {
			move = o.pickStaged(p, me, i)
		}
		if move < 0 {
			move = o.pickFirst(p, at, me, i)
		}
	}
	if move < 0 {
		if p.stage == 0 {
			o.rank(p, me, i)
		}
		for move = o.pickBest(p); move < 0; move = o.pickBest(p) {
			o.rank(p, me, i)
		}
	}
	o.order[p.start+i] = int32(move)
	return move
}

// pickStaged returns the best of the moves of positive rank that were not tried in the first of several stages, or -1.
func (o *orderer[M]) pickStaged(p *picker, me, tried int) int {
	if p.stage == 0 {
		o.rank(p, me, tried)
	}
	if !p.more || p.stage > 1 {
		return -1
	}
	return o.pickBest(p)
}

// pickFirst returns the next of the moves that come first, or -1 if none is left.
func (o *orderer[M]) pickFirst(p *picker, at, me, tried int) int {
	for p.phase < rankedPhase || p.next > 0 {
		move := -1
		switch here := o.levels[at]; {
		case p.next > 0:
			move, p.next = p.next-1, 0
			p.phase-- // which the end of the loop takes back
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
		if move >= 0 && !slices.Contains(o.order[p.start:p.start+tried], int32(move)) {
			if p.stage > 0 {
				o.keys[p.start+move] = 0
			}
			return move
		}
	}
	return -1
}

// find returns the number of a move, or -1 if it is not legal.
func (o *orderer[M]) find(p *picker, m M) int {
	return slices.Index(o.stack[p.start:p.start+p.moves], m)
}

// pickBest returns the best of the moves that were not tried, or -1 if the next stage of ranking is to say which it is.
// Most positions are cut off by their first or second move, so that sorting would take longer.
func (o *orderer[M]) pickBest(p *picker) int {
	keys := o.keys[p.start:][:p.moves]
	best := uint64(0)
	if o.ranks == nil {
		for ; best == 0; p.from++ {
			best = keys[p.from]
		}
	} else {
		for _, key := range keys {
			best = max(best, key)
		}
	}
	if p.more && best < positive {
		return -1
	}
	move := int(^uint32(best))
	keys[move] = 0
	return move
}

// rank gives the moves that were not tried the keys of the next stage.
func (o *orderer[M]) rank(p *picker, me, tried int) {
	moves, keys := o.stack[p.start:][:p.moves], o.keys[p.start:][:p.moves]
	if o.ranker == nil && !o.histories {
		for i := range keys {
			keys[i] = keyOf(0, i)
		}
	} else {
		if len(o.ranks) < len(moves) {
			o.ranks = make([]int32, 2*len(moves))
		}
		ranks := o.ranks[:len(moves)]
		clear(ranks)
		if o.ranker != nil {
			p.more = o.ranker.Rank(p.stage, moves, ranks) && p.stage < mostStages-1
			o.staged = o.staged || p.more
		}
		if o.histories && !p.more {
			for i, m := range moves {
				ranks[i] = int32(min(max(int64(ranks[i])+int64(o.historyOf(me, m)), math.MinInt32), math.MaxInt32))
			}
		}
		for i, rank := range ranks {
			keys[i] = keyOf(rank, i)
		}
	}
	for _, i := range o.order[p.start:][:tried] {
		keys[i] = 0
	}
	p.stage++
}

// mostStages is the most stages of ranking. A [Ranker] that goes on is not asked again.
const mostStages = 16

func (o *orderer[M]) historyOf(me int, m M) int {
	if number := o.numberer.Number(m); number < len(o.history[me]) {
		return int(o.history[me][number])
	}
	return 0
}
