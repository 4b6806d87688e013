package mcts

import "sync/atomic"

// raveWeight returns α(n) = R/(R+n), the weight that the RAVE results of a move have against its own
// after n simulations of it (Teytaud and Teytaud 2010, section 3.2): 1 for a move not tried, ½ at n = R,
// and 0 in the end.
func raveWeight(r, n float32) float32 { return r / (r + n) }

// played remembers which moves each side has played on the present line, by their numbers.
type played struct {
	stamp uint32
	at    [2][]uint32 // at[side][number] is stamp if played
}

// clear forgets all moves, of which there are so many numbers.
func (p *played) clear(numbers int) {
	if p.stamp++; p.stamp == 0 { // all stamps were used: old ones must not come true again
		clear(p.at[0])
		clear(p.at[1])
		p.stamp = 1
	}
	for s := range p.at {
		if more := numbers - len(p.at[s]); more > 0 {
			p.at[s] = append(p.at[s], make([]uint32, more)...)
		}
	}
}

func (p *played) add(side int, number uint32) { p.at[side][number] = p.stamp }

// creditRAVE adds the result of a simulation to the RAVE results of all moves played in it, in every
// position of the path. points are those of each side.
func (w *worker[M]) creditRAVE(points [2]uint64) {
	w.played.clear(w.numberer.Numbers())
	for side := range w.lines {
		for _, m := range w.lines[side] {
			w.played.add(side, uint32(w.numberer.Number(m)))
		}
	}
	s := w.store
	for i := len(w.path) - 1; i >= 0; i-- {
		step := w.path[i]
		n := &s.nodes[step.node]
		side := int(n.side)
		w.played.add(side, s.numbers[step.arc])
		arcs, numbers := s.arcsOf(n), s.numbers[n.first:n.first+n.count]
		at, stamp := w.played.at[side], w.played.stamp
		add := visit + points[side]
		for j, number := range numbers {
			// Which moves were played is as good as random, so that a branch would often be mispredicted.
			hit := uint64(0)
			if at[number] == stamp {
				hit = 1
			}
			if !s.shared {
				arcs[j].rave += hit * add
			} else if hit != 0 {
				atomic.AddUint64(&arcs[j].rave, add)
			}
		}
	}
}

// A reference is where RAVE results of one side are read: the moves of a position, by their numbers.
type reference struct {
	node  uint32
	stamp uint32
	at    []uint32 // stamp of the reference for which arc is right
	arc   []uint32
}

// set makes a node the reference.
func (r *reference) set(node, first uint32, numbers []uint32) {
	if r.node == node {
		return
	}
	r.node = node
	if r.stamp++; r.stamp == 0 {
		clear(r.at)
		r.stamp = 1
	}
	for i, number := range numbers {
		if int(number) >= len(r.at) {
			r.at = append(r.at, make([]uint32, int(number)+1-len(r.at))...)
			r.arc = append(r.arc, make([]uint32, int(number)+1-len(r.arc))...)
		}
		r.at[number] = r.stamp
		r.arc[number] = first + uint32(i)
	}
}
