package alphabeta

import "math/bits"

// learn has killers, history and counter-moves learn from a cutoff: it notes that side me cut off a position, at moves from
// the start, by m, the last that p gave.
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
	for _, i := range o.order[p.start : p.start+p.tried-1] {
		h := grown(&o.history[me], o.numberer.Number(o.stack[p.start+int(i)]))
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

// tryNext has the move tried next, if it has not been yet, that played by the other side showed that the
// last one tried was not good enough.
func (o *orderer[M]) tryNext(p *picker, at int) {
	if reply := o.level(at + 1); reply.known > 0 && p.tried < p.moves {
		p.next = 1 + o.find(p, reply.killers[0])
	}
}
