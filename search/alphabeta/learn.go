package alphabeta

import (
	"math/bits"
	"slices"
)

// How moves that cause cutoffs change the order of others.

// mostHistory is the limit of the history of a move that always cuts off.
const mostHistory = 1 << 14

// learn notes that m, tried after this number of other moves, caused a cutoff.
func (s *negamax[M]) learn(v *node, tried int, m M) {
	effort := v.depth
	if s.root.unbounded { // the depth of as many nodes with eight moves each
		effort = bits.Len(uint(s.stats.Nodes-v.nodes)) / 3
	}
	if s.order.learnMove(&s.path, v.level, v.me, m, effort) && s.order.by&History != 0 && v.pickFrom < unordered {
		s.order.blame(s.path.stack[v.start:], s.path.frames[v.level].picker.tried[:tried], v.me, effort)
	}
}

// learnMove updates killers, history and counter-moves after a cutoff by m of side me, and reports false if m is not to
// be learned. effort measures the search of m. A move that is already the last killer is not asked again.
func (o *order[M]) learnMove(p *path[M], level, me int, m M, effort int) bool {
	k := &p.frame(level).picker
	if k.known == 0 || k.killers[0] != m {
		if o.isNoisy(m) {
			return false
		}
		k.killers[1], k.killers[0] = k.killers[0], m
		k.known = min(k.known+1, 2)
	}
	if o.by&History != 0 {
		bonus := bonusOf(effort)
		h := element(&o.history[me], o.numberer.Number(m))
		*h += bonus - *h*bonus/mostHistory
	}
	if o.by&CounterMoves != 0 && level > 0 && !p.frames[level-1].null {
		*element(&o.counter[me], o.numberer.Number(p.frames[level-1].move)) = counter[M]{m, true}
	}
	return true
}

// isNoisy reports whether m is noisy in the present position of a game that says so (Quiescer) and ranks in stages.
// Good noisy moves are then tried before killers and counter-moves, so noisy moves would only take the places of quiet
// ones. Without stages, killers come before all ranks, and noisy killers save nodes: a fifth in Los Alamos chess.
func (o *order[M]) isNoisy(m M) bool {
	if !o.staged || o.quiescer == nil {
		return false
	}
	o.noisy = o.quiescer.NoisyMoves(o.noisy[:0])
	return slices.Contains(o.noisy, m)
}

func (o *order[M]) blame(moves []M, tried []int32, me, effort int) {
	malus := bonusOf(effort)
	for _, i := range tried {
		h := element(&o.history[me], o.numberer.Number(moves[i]))
		*h -= malus + *h*malus/mostHistory
	}
}

// bonusOf returns the change of a history, which is soon near its limit, so that old scores fade in small searches, too.
func bonusOf(effort int) int32 { return int32(min(32*effort*effort, mostHistory/4)) }

func element[T any](s *[]T, i int) *T {
	if i >= len(*s) {
		*s = append(*s, make([]T, i+1-len(*s))...)
	}
	return &(*s)[i]
}

// refute makes the reply that refuted the last move tried the next one, if it was not tried yet.
func (o *order[M]) refute(p *path[M], level, start, tried int) {
	if reply := &p.frame(level + 1).picker; reply.known > 0 && start+tried < len(p.stack) {
		p.frames[level].picker.next = 1 + int32(slices.Index(p.stack[start:], reply.killers[0]))
	}
}
