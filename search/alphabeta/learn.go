package alphabeta

import "math/bits"

// learn notes that a move, after that number of others, was good enough in a position.
func (s *negamax[M]) learn(v *visit, tried int, m M) {
	effort := s.effort(v.depth, v.nodes)
	s.learnMove(v.at, v.me, m, effort)
	if s.histories && !v.plain {
		s.blame(v.start, tried, v.me, effort)
	}
}

// learnMove has killers, history and counter-moves learn that side me cut off a position, at moves from the start, by m.
func (o *orderer[M]) learnMove(at, me int, m M, effort int) {
	l := o.level(at)
	if l.known == 0 || l.killers[0] != m {
		l.killers[1], l.killers[0] = l.killers[0], m
		l.known = min(l.known+1, 2)
	}
	if o.histories {
		bonus := bonusOf(effort)
		h := grown(&o.history[me], o.numberer.Number(m))
		*h += bonus - *h*bonus/mostHistory
	}
	if o.counters && at > 0 && o.levels[at-1].moved {
		*grown(&o.counter[me], o.numberer.Number(o.levels[at-1].move)) = counter[M]{m, true}
	}
}

// blame notes that the moves tried before the one that did cut off a position did not.
func (o *orderer[M]) blame(start, tried, me, effort int) {
	malus := bonusOf(effort)
	for _, i := range o.order[start : start+tried] {
		h := grown(&o.history[me], o.numberer.Number(o.stack[start+int(i)]))
		*h -= malus + *h*malus/mostHistory
	}
}

// bonusOf returns by how much the history of a move changes for that effort.
func bonusOf(effort int) int32 { return int32(min(effort*effort, mostHistory/4)) }

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
	if s.root.unbounded {
		return bits.Len(uint(s.stats.Nodes-nodes)) / 3
	}
	return depth
}

// tryNext has the move tried next, if it has not been yet, that played by the other side showed that the
// last one tried was not good enough.
func (o *orderer[M]) tryNext(here *level[M], start, tried, at int) {
	if reply := o.level(at + 1); reply.known > 0 && start+tried < len(o.stack) {
		here.picker.next = 1 + int32(o.find(start, reply.killers[0]))
	}
}
