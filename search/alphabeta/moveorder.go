package alphabeta

import (
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// An Ordering is a set of techniques that order moves, as a sum of the constants below. The sooner a good move is
// tried, the fewer others need to be searched. [Options].Order chooses them.
//
// Moves are tried in this order: the move from the table; those that the first of several stages of a [Ranker] puts first,
// such as captures; the killers; the counter-move; and then all others by the sum of rank and history and, on ties, in the
// order of Moves.
//
// Which set is best depends on the game. 0 stands for TableMove | Ranks in a game with a [Ranker], and for
// TableMove | Killers in any other: on Connect Four, Othello and Los Alamos chess, searched to a depth with their rankers
// and without them, these took as little time as any set, except for Los Alamos chess, where TableMove | Ranks | History takes
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
	by := opt.Order
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

// A picker is how far the moves of a position have been handed out. Moves are known by their numbers in the order of the
// game. After the move of the table, and those of the first of several stages of ranking, come moves that are good for
// reasons of their own, and then all others by their ranks.
type picker struct {
	next  int32 // a refutation to try next, counted from 1, or 0
	from  int32 // where nothing ranks moves: all before this one were tried
	stage uint8 // of ranking; 0 before the first
	phase phase
	more  bool // there is another stage
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

// makeRoom makes room to order all moves in the stack.
func (o *orderer[M]) makeRoom() {
	more := max(len(o.stack)-len(o.keys), 0)
	o.order = append(o.order, make([]int32, more)...)
	o.keys = append(o.keys, make([]uint64, more)...)
}

// inTurn returns the move number i, counted from 0, where only the hint, if it is not -1, precedes the order of the game.
func inTurn(hint, i int) int {
	switch {
	case i > hint:
		return i
	case i == 0:
		return hint
	}
	return i - 1
}

// pick returns the move to try next, after that number of others, in the position that is at moves from the start and where
// side me is to move. Its moves are in the stack from start on. here is its level.
func (o *orderer[M]) pick(here *level[M], start, hint, tried, at, me int) int {
	if o.learns {
		return o.pickLearned(here, start, hint, tried, at, me)
	}
	return o.pickRanked(here, start, hint, tried)
}

// pickRanked is pick where no move but the hint comes before the others for another reason than its rank.
func (o *orderer[M]) pickRanked(here *level[M], start, hint, tried int) int {
	switch {
	case tried > 1 || tried == 1 && hint < 0:
		return o.pickNext(&here.picker, start, 0)
	case tried == 0 && hint >= 0:
		return hint
	}
	return o.rankFirst(here, start, hint)
}

// pickLearned is pick where moves come before the others for reasons of their own.
func (o *orderer[M]) pickLearned(here *level[M], start, hint, tried, at, me int) int {
	p, move := &here.picker, -1
	if tried == 0 {
		*p, move = picker{phase: o.firstPhase}, hint
		o.makeRoom()
	}
	if move < 0 && (p.phase < rankedPhase || p.next > 0) {
		if o.staged && p.phase == o.firstPhase && p.next == 0 {
			move = o.pickStaged(p, start, tried, me)
		}
		if move < 0 {
			move = o.pickFirst(p, start, tried, at, me)
		}
	}
	switch {
	case move >= 0:
	case o.ranker == nil && !o.histories:
		move = o.pickUnranked(p, start, tried)
	default:
		if p.stage == 0 {
			o.rankLearned(p, start, tried, me)
		}
		move = o.pickNext(p, start, me)
	}
	o.order[start+tried] = int32(move)
	return move
}

// pickStaged returns the best of the moves of positive rank that were not tried in the first of several stages, or -1.
func (o *orderer[M]) pickStaged(p *picker, start, tried, me int) int {
	if p.stage == 0 {
		o.rankLearned(p, start, tried, me)
	}
	if !p.more || p.stage > 1 || greatest(o.keys[start:len(o.stack)]) < positive {
		return -1
	}
	return o.pickNext(p, start, me)
}

// pickFirst returns the next of the moves that come first, or -1 if none is left.
func (o *orderer[M]) pickFirst(p *picker, start, tried, at, me int) int {
	for p.phase < rankedPhase || p.next > 0 {
		move := -1
		switch here := o.levels[at]; {
		case p.next > 0:
			move, p.next = int(p.next-1), 0
			p.phase-- // which the end of the loop takes back
		case p.phase == firstKillerPhase && o.killers && here.known > 0:
			move = o.find(start, here.killers[0])
		case p.phase == secondKillerPhase && o.killers && here.known > 1:
			move = o.find(start, here.killers[1])
		case p.phase == counterPhase && o.counters && at > 0 && o.levels[at-1].moved:
			number := o.numberer.Number(o.levels[at-1].move)
			if replies := o.counter[me]; number < len(replies) && replies[number].known {
				move = o.find(start, replies[number].move)
			}
		}
		p.phase++
		if move >= 0 && !slices.Contains(o.order[start:start+tried], int32(move)) {
			if p.stage > 0 {
				o.keys[start+move] = 0
			}
			return move
		}
	}
	return -1
}

// find returns the number of a move, or -1 if it is not legal.
func (o *orderer[M]) find(start int, m M) int { return slices.Index(o.stack[start:], m) }

// pickUnranked returns the first move in the order of the game that was not tried.
func (o *orderer[M]) pickUnranked(p *picker, start, tried int) int {
	keys := o.keys[start:len(o.stack)]
	if p.stage == 0 {
		p.stage = 1
		for i := range keys {
			keys[i] = 1
		}
		o.forget(keys, start, tried)
	}
	for keys[p.from] == 0 {
		p.from++
	}
	keys[p.from] = 0
	return int(p.from)
}

// forget takes the keys of the moves tried.
func (o *orderer[M]) forget(keys []uint64, start, tried int) {
	for _, i := range o.order[start : start+tried] {
		keys[i] = 0
	}
}

// rankLearned gives the moves that were not tried the keys of the first stage of ranking.
func (o *orderer[M]) rankLearned(p *picker, start, tried, me int) {
	moves := o.stack[start:]
	ranks := o.scratch(len(moves))
	p.stage, p.more = 1, o.ranker != nil && o.ranker.Rank(0, moves, ranks)
	o.addHistory(p, moves, ranks, me)
	keys := o.keys[start:][:len(ranks)]
	for i, rank := range ranks {
		keys[i] = keyOf(rank, i)
	}
	o.forget(keys, start, tried)
}

// rankFirst is rankLearned, and pickNext after it, where no move was tried but the hint. In a search to the end of the game,
// where all positions are ranked, it saves 4 % of the instructions.
func (o *orderer[M]) rankFirst(here *level[M], start, hint int) int {
	if len(o.stack) > len(o.keys) {
		o.makeRoom()
	}
	moves := o.stack[start:]
	ranks := o.scratch(len(moves))
	p := &here.picker
	p.stage, p.more = 1, o.ranker.Rank(0, moves, ranks)
	keys := o.keys[start:][:len(ranks)]
	best := uint64(0)
	for i, rank := range ranks {
		key := keyOf(rank, i)
		if i == hint {
			key = 0
		}
		keys[i] = key
		best = max(best, key)
	}
	if p.more && best < positive {
		return o.pickNext(p, start, 0)
	}
	move := int(^uint32(best))
	keys[move] = 0
	return move
}

// pickNext returns the best of the moves that were not tried, after rankFirst. Most positions are cut off by their first or
// second move, so that sorting would take longer.
func (o *orderer[M]) pickNext(p *picker, start, me int) int {
	keys := o.keys[start:len(o.stack)]
	for {
		best := greatest(keys)
		if !p.more || best >= positive {
			move := int(^uint32(best))
			keys[move] = 0
			return move
		}
		moves := o.stack[start:]
		ranks := o.scratch(len(moves))
		p.more = o.ranker.Rank(int(p.stage), moves, ranks) && p.stage < mostStages-1
		if p.stage++; o.learns {
			o.addHistory(p, moves, ranks, me)
		}
		for i, rank := range ranks {
			if keys[i] != 0 {
				keys[i] = keyOf(rank, i)
			}
		}
	}
}

// greatest returns the greatest of some keys.
func greatest(keys []uint64) (best uint64) {
	for _, key := range keys {
		best = max(best, key)
	}
	return best
}

// scratch returns n ranks of 0.
func (o *orderer[M]) scratch(n int) []int32 {
	if len(o.ranks) < n {
		o.ranks = make([]int32, 2*n)
	}
	ranks := o.ranks[:n]
	clear(ranks)
	return ranks
}

// addHistory adds the history of moves to their ranks in the last stage.
func (o *orderer[M]) addHistory(p *picker, moves []M, ranks []int32, me int) {
	o.staged = o.staged || p.more
	if !o.histories || p.more {
		return
	}
	for i, m := range moves {
		ranks[i] = int32(min(max(int64(ranks[i])+int64(o.historyOf(me, m)), math.MinInt32), math.MaxInt32))
	}
}

// mostStages is the most stages of ranking. A [Ranker] that goes on is not asked again.
const mostStages = 16

func (o *orderer[M]) historyOf(me int, m M) int {
	if number := o.numberer.Number(m); number < len(o.history[me]) {
		return int(o.history[me][number])
	}
	return 0
}
