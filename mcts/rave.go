package mcts

// raveScore returns the score of a move after n simulations with results of the given sum, and RAVE results of the sum
// raveSum from raves simulations: (1-α)·sum/n + α·raveSum/raves with the weight α = R/(R+n) (Teytaud and Teytaud 2010,
// section 3.2), as one quotient. That is the mean of the RAVE results for a move not tried, half of each at n = R, and
// sum/n in the end.
func raveScore(r, n, sum, raves, raveSum float32) float32 {
	if n == 0 {
		return raveSum / raves
	}
	return (float32(sum*raves) + float32(r*raveSum)) / float32((r+n)*raves)
}

// played remembers which moves each player has played on the present line, by their numbers.
type played struct {
	stamp uint32
	at    [][]uint32 // at[player][number] is stamp if played
}

// clear forgets all moves. numbers is the number of different move numbers.
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

// markPlayed marks the moves of the playout as played, and no others.
func (w *worker[M]) markPlayed() {
	w.played.clear(w.numberer.Numbers())
	numberer, stamp := w.numberer, w.played.stamp
	for p, line := range w.lines {
		at := w.played.at[p]
		for _, m := range line {
			number := numberer.Number(m)
			if uint(number) >= uint(len(at)) {
				at = w.playedBeyond(p)
			}
			at[number] = stamp
		}
	}
}

// playedBeyond makes room for numbers of moves that are new, and returns where a player's moves are marked.
func (w *worker[M]) playedBeyond(player int) []uint32 {
	w.played.room(w.numberer.Numbers())
	return w.played.at[player]
}

// creditRAVE adds the result of a simulation to the RAVE results of all moves of a position that a player has
// played in it from there on, beginning with the move of a given arc.
func (w *worker[M]) creditRAVE(player uint8, numbers []uint32, raves []uint64, first uint32, add uint64) {
	stamp, at := w.played.stamp, w.played.at[player]
	at[numbers[first]] = stamp
	// Which moves were played is as good as random, so that branches would often be mispredicted.
	sums := raves[:len(numbers)]
	for j, number := range numbers {
		hit := uint64(0)
		if at[number] == stamp {
			hit = 1
		}
		sums[j] += hit * add
	}
}

// A reference is where RAVE results of one player are read: the moves of a position, by their numbers.
type reference struct {
	node  uint32
	stamp uint32
	at    []uint32 // stamp of the reference for which arc is right
	arc   []uint32 // its place among the moves of the node
}

// refer returns the RAVE results that a position above, with the same player to move, has of the moves of a position,
// and the RAVE results of the position itself for moves that the other lacks. It is the first to be open.
func (w *worker[M]) refer(own []uint64, numbers []uint32, player uint8, from uint32) []uint64 {
	s, ref := w.store, &w.refs[player]
	setReference(ref, from, s)
	if len(own) > len(w.referred) {
		w.referred = make([]uint64, len(own))
	}
	referred := w.referred[:len(own)]
	n := s.Nodes.At(from)
	raves := s.raves.of(n)
	if r := w.replicaOf(from); r != nil {
		raves = r.raves
	} else if s.shared {
		// Two positions at once: nobody waits for the other way round, since this one is above.
		n.acquire()
		defer n.release()
	}
	for i := range referred {
		referred[i] = own[i]
		if number := numbers[i]; int(number) < len(ref.at) && ref.at[number] == ref.stamp {
			referred[i] = raves[ref.arc[number]]
		}
	}
	return referred
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
	for i, number := range s.numbers.of(s.Nodes.At(id)) {
		if more := int(number) + 1 - len(r.at); more > 0 {
			r.at = append(r.at, make([]uint32, more)...)
			r.arc = append(r.arc, make([]uint32, more)...)
		}
		r.at[number] = r.stamp
		r.arc[number] = uint32(i)
	}
}
