package alphabeta

import (
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
)

// An Ordering is a set of techniques that order moves, as a sum of the constants below. If good moves are tried early,
// fewer other moves need to be searched.
//
// Moves are tried in this order: the move from the table; if the [Ranker] has several stages, the moves of positive
// rank of the first stage, such as captures; the killers; the counter-move; all other moves by the sum of rank and
// history, and on ties in the order of Moves.
//
// If the game is a [Quiescer] and its Ranker uses several stages, killers, history and counter-moves are learned from
// quiet moves alone: good noisy moves are tried before them. In Los Alamos chess with ranks in two stages, this saves 4
// % of the nodes.
//
// The best set depends on the game. The zero value means TableMove | Ranks if the game is a [Ranker], and otherwise
// TableMove | Killers. In Connect Four and Othello, no other set took less time than this default. In Los Alamos chess
// with a Ranker, TableMove | Ranks | History took a fifth less time. If ranks are good, do not add Killers: with
// Killers, searches of Connect Four and Othello visit 1.3 to 1.4 times as many nodes.
type Ordering uint8

const (
	// TableMove first tries the best move that the table has stored for the position.
	TableMove Ordering = 1 << iota

	// Ranks tries moves in the order of the ranks given by a [Ranker].
	Ranks

	// Killers tries the two moves that last caused a cutoff at the same distance from the start of the search (Akl and
	// Newborn 1977).
	Killers

	// History keeps a score for each side and move (Schaeffer 1989). The score of a move increases when the move causes
	// a cutoff. It decreases when the move is tried without a cutoff before another move that causes one. A change is
	// greater if the remaining depth is greater; old scores fade. Scores are between -16,384 and 16,384, and are added
	// to the ranks of the last stage. Ranks that differ by more take precedence.
	History

	// CounterMoves first tries the reply that last caused a cutoff after the same move of the other side (Uiterwijk
	// 1992).
	CounterMoves

	// Refutations tries next the reply with which the other side refuted the move tried last, if this reply is also a
	// legal move of the side to move: a good move for one side is often good for the other (Cazenave and Helmstetter 2006,
	// section 7.3.5).
	Refutations

	// Unordered tries moves in the order of Moves. It cannot be combined with other constants.
	Unordered

	orderings
)

// An order orders the moves of the positions on a path. It learns from cutoffs (learn.go).
type order[M comparable] struct {
	by       Ordering
	ranker   Ranker[M] // nil for none
	numberer ply.Numberer[M]
	early    bool // killers, counter-moves or refutations, which come before the ranked moves, are in use
	learns   bool // these or the history are in use
	ranks    bool // the ranker or the history is in use
	sorts    bool // any of these is in use
	staged   bool // the ranker has used several stages somewhere: otherwise ranks can wait until killers are tried

	scratch  []int32     // for ranks
	quiescer Quiescer[M] // tells which moves are not learned; nil for none
	noisy    []M         // the noisy moves of a position
	experience[M]
}

// An experience holds statistics of moves over all positions. A player keeps it from move to move.
type experience[M comparable] struct {
	history [2][]int32      // by side and number of the move
	counter [2][]counter[M] // by side that replies and number of the move replied to
}

func (e *experience[M]) clone() (of experience[M]) {
	for side := range e.history {
		of.history[side], of.counter[side] = slices.Clone(e.history[side]), slices.Clone(e.counter[side])
	}
	return of
}

// fade halves the history, because a move that was good in earlier positions may no longer be good.
func (e *experience[M]) fade() {
	for _, scores := range e.history {
		for i := range scores {
			scores[i] /= 2
		}
	}
}

type counter[M comparable] struct {
	move  M
	known bool
}

func newOrder[M comparable](g ply.AdversarialGame[M], opt *Options[M]) order[M] {
	ranker, _ := g.(Ranker[M])
	by := opt.Order
	switch {
	case by != 0:
	case ranker != nil:
		by = TableMove | Ranks
	default:
		by = TableMove | Killers
	}
	if by&Ranks == 0 {
		ranker = nil
	}
	o := order[M]{by: by, ranker: ranker, numberer: fast.NumbererOf(g)}
	if opt.learned != nil {
		o.experience = opt.learned.clone() // for each worker
	}
	o.quiescer, _ = g.(Quiescer[M])
	o.early = by&(Killers|CounterMoves|Refutations) != 0
	o.learns = o.early || by&History != 0
	o.ranks = ranker != nil || by&History != 0
	o.sorts = o.ranks || o.early
	return o
}

// A picker tracks which moves of a position were tried, and the killers of its level. Moves are numbered as in Moves.
type picker[M comparable] struct {
	killers [2]M     // the last one first
	known   int      // killers
	keys    []uint64 // of the moves, once they are ranked
	tried   []int32  // moves
	next    int32    // a refutation to try next, counted from 1, or 0
	from    int32    // without ranks, all moves before this one were tried
	stage   uint8    // of ranking; 0 before the first
	phase   phase
	more    bool // there is another stage
}

type phase uint8

const (
	firstKillerPhase phase = iota
	secondKillerPhase
	counterPhase
	rankedPhase
)

const mostStages = 16

// keyOf returns the key of an untried move: by rank, on ties lower numbers first. Tried moves have key 0.
func keyOf(rank int32, move int) uint64 {
	return uint64(uint32(rank)^1<<31)<<32 | uint64(^uint32(move))
}

const positive = (1<<31 + 1) << 32 // the least key of a move of positive rank

// unordered is the number of moves before those that pick chooses if it chooses none.
const unordered = math.MaxInt

// begin begins a position, and returns the number of moves before pick: 1 for a hash move, 0 if that is -1.
func (k *picker[M]) begin(hashMove int) int {
	k.tried = k.tried[:0]
	k.from, k.next, k.stage, k.phase = 0, 0, 0, firstKillerPhase
	if hashMove < 0 {
		return 0
	}
	k.tried = append(k.tried, int32(hashMove))
	return 1
}

// inTurn returns move i, counted from 0, where only the hash move, if it is not -1, precedes the order of the game.
func inTurn(hashMove, i int) int {
	switch {
	case i > hashMove:
		return i
	case i == 0:
		return hashMove
	}
	return i - 1
}

// pick returns the next move to try in the position at a level. Side me is to move. k is its picker, and its moves are
// on the stack from start on. After the hash move and the moves of the first of several stages of ranking come the
// early moves (pickEarly), and then all others by their keys.
func (o *order[M]) pick(p *path[M], k *picker[M], start, level, me int) int {
	if o.early && (k.phase < rankedPhase || k.next > 0) {
		if move := o.pickEarly(p, k, start, level, me); move >= 0 {
			return move
		}
	}
	return o.pickRanked(p, k, start, me)
}

// pickRanked returns the move of the greatest key, after further stages of ranking if it has no positive rank. It does
// not sort, because most positions are cut off by their first or second move.
func (o *order[M]) pickRanked(p *path[M], k *picker[M], start, me int) int {
	var best uint64
	switch {
	case k.stage == 0:
		best = o.rank(k, p.stack[start:], me)
	case o.ranks:
		best = greatest(k.keys)
	default: // the first is the greatest
		for k.keys[k.from] == 0 {
			k.from++
		}
		best = k.keys[k.from]
	}
	for k.more && best < positive {
		best = o.rank(k, p.stack[start:], me)
	}
	move := int(^uint32(best))
	k.keys[move] = 0
	k.tried = append(k.tried, int32(move))
	return move
}

func greatest(keys []uint64) (best uint64) {
	for _, key := range keys {
		best = max(best, key)
	}
	return best
}

// pickEarly returns the next of the moves before the ranked ones: refutations, killers, and the counter-move. It
// returns -1 if none is left, or while the first of several stages has moves of positive rank, which come before.
func (o *order[M]) pickEarly(p *path[M], k *picker[M], start, level, me int) int {
	moves := p.stack[start:]
	if o.staged && k.phase == firstKillerPhase && k.next == 0 {
		if k.stage == 0 {
			o.rank(k, moves, me)
		}
		if k.more && greatest(k.keys) >= positive {
			return -1
		}
	}
	for k.next > 0 || k.phase < rankedPhase {
		var move int
		if k.next > 0 {
			move, k.next = int(k.next-1), 0
		} else {
			move = o.ofPhase(p, k, moves, level, me)
			k.phase++
		}
		if move >= 0 && !slices.Contains(k.tried, int32(move)) {
			k.tried = append(k.tried, int32(move))
			if k.stage > 0 {
				k.keys[move] = 0
			}
			return move
		}
	}
	return -1
}

// ofPhase returns the move of the present phase, or -1 if none exists or it is not legal.
func (o *order[M]) ofPhase(p *path[M], k *picker[M], moves []M, level, me int) int {
	switch {
	case k.phase == firstKillerPhase && o.by&Killers != 0 && k.known > 0:
		return slices.Index(moves, k.killers[0])
	case k.phase == secondKillerPhase && o.by&Killers != 0 && k.known > 1:
		return slices.Index(moves, k.killers[1])
	case k.phase == counterPhase && o.by&CounterMoves != 0 && level > 0 && !p.frames[level-1].null:
		number := o.numberer.Number(p.frames[level-1].move)
		if replies := o.counter[me]; number < len(replies) && replies[number].known {
			return slices.Index(moves, replies[number].move)
		}
	}
	return -1
}

// rank gives the untried moves the keys of the next stage of ranking, and returns the greatest.
func (o *order[M]) rank(k *picker[M], moves []M, me int) (best uint64) {
	if len(o.scratch) < len(moves) {
		o.scratch = make([]int32, 2*len(moves))
	}
	ranks := o.scratch[:len(moves)]
	clear(ranks)
	k.more = o.ranker != nil && o.ranker.Rank(int(k.stage), moves, ranks) && k.stage < mostStages-1
	if k.stage++; o.learns {
		o.staged = o.staged || k.more
		o.addHistory(k, moves, ranks, me)
	}
	if cap(k.keys) < len(ranks) {
		k.keys = make([]uint64, 2*len(ranks))
	}
	k.keys = k.keys[:len(ranks)]
	keys := k.keys
	for i, rank := range ranks {
		key := keyOf(rank, i)
		keys[i] = key
		best = max(best, key)
	}
	if len(k.tried) == 0 {
		return best
	}
	for _, i := range k.tried {
		keys[i] = 0
	}
	return greatest(keys)
}

func (o *order[M]) addHistory(k *picker[M], moves []M, ranks []int32, me int) {
	if o.by&History == 0 || k.more {
		return
	}
	for i, m := range moves {
		if number := o.numberer.Number(m); number < len(o.history[me]) {
			rank := int64(ranks[i]) + int64(o.history[me][number])
			ranks[i] = int32(min(max(rank, math.MinInt32), math.MaxInt32))
		}
	}
}
