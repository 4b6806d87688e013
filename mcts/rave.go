package mcts

import "sync/atomic"

// raveScore returns the score of a move after n simulations with results of the given sum, if the mean of its
// RAVE results is all: (1-α)·sum/n + α·all with the weight α = R/(R+n) (Teytaud and Teytaud 2010, section 3.2).
// That is all for a move not tried, half of each at n = R, and sum/n in the end.
func raveScore(r, n, sum, all float32) float32 { return (sum + float32(r*all)) / (r + n) }

// played remembers which moves each player has played on the present line, by their numbers.
type played struct {
	stamp uint32
	at    [][]uint32 // at[player][number] is stamp if played
}

// clear forgets all moves, of which there are so many numbers.
func (p *played) clear(numbers int) {
	if p.stamp++; p.stamp == 0 { // all stamps were used: old ones must not come true again
		for s := range p.at {
			clear(p.at[s])
		}
		p.stamp = 1
	}
	p.room(numbers)
}

func (p *played) room(numbers int) {
	for s := range p.at {
		if more := numbers - len(p.at[s]); more > 0 {
			p.at[s] = append(p.at[s], make([]uint32, more)...)
		}
	}
}

// creditRAVE adds the result of a simulation to the RAVE results of all moves played in it, in every
// position of the path.
func (w *worker[M]) creditRAVE() {
	w.played.clear(w.numberer.Numbers())
	numberer, stamp := w.numberer, w.played.stamp
	for p, line := range w.lines {
		at := w.played.at[p]
		for _, m := range line {
			number := numberer.Number(m)
			if number >= len(at) { // ply.NumbererOf gives new moves new numbers
				w.played.room(number + 1)
				at = w.played.at[p]
			}
			at[number] = stamp
		}
	}
	s, points := w.store, w.points
	for i := len(w.path) - 1; i >= 0; i-- {
		step := w.path[i]
		n := s.nodes.at(step.node)
		at := w.played.at[n.player]
		at[s.arcs.at(step.arc).number] = stamp
		arcs := s.arcsOf(n)
		add := visit + points[n.player]
		// Which moves were played is as good as random, so that branches would often be mispredicted.
		sums := s.ravesOf(n)[:len(arcs)]
		if step.hot {
			sums = w.defers(step.node).raves[:len(arcs)]
		}
		if !s.shared || step.hot {
			for j := range arcs {
				hit := uint64(0)
				if at[arcs[j].number] == stamp {
					hit = 1
				}
				sums[j] += hit * add
			}
			continue
		}
		if len(arcs) > len(w.hits) {
			w.hits = make([]uint32, len(arcs))
		}
		hits := 0
		for j := range arcs {
			w.hits[hits] = uint32(j)
			if at[arcs[j].number] == stamp {
				hits++
			}
		}
		for _, j := range w.hits[:hits] {
			atomic.AddUint64(&sums[j], add)
		}
	}
}

// A reference is where RAVE results of one player are read: the moves of a position, by their numbers.
type reference struct {
	node  uint32
	stamp uint32
	at    []uint32 // stamp of the reference for which arc is right
	arc   []uint32
}

// setReference makes a node the reference.
func setReference[M comparable](r *reference, id uint32, s *store[M]) {
	if r.node == id {
		return
	}
	r.node = id
	if r.stamp++; r.stamp == 0 {
		clear(r.at)
		r.stamp = 1
	}
	n := s.nodes.at(id)
	arcs := s.arcsOf(n)
	for i := range arcs { // without a copy of the arc, whose counts other workers change
		number := arcs[i].number
		if more := int(number) + 1 - len(r.at); more > 0 {
			r.at = append(r.at, make([]uint32, more)...)
			r.arc = append(r.arc, make([]uint32, more)...)
		}
		r.at[number] = r.stamp
		r.arc[number] = n.first + uint32(i)
	}
}
