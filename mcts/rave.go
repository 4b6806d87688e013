package mcts

// raveScore returns the score after n simulations with the sum of results sum, and raves RAVE results with the sum
// raveSum: (1-α)·sum/n + α·raveSum/raves with the weight α = R/(R+n) (Teytaud and Teytaud 2010, section 3.2), as one
// quotient. It is the RAVE mean for an untried move, half of each at n = R, and sum/n in the limit.
func raveScore(r, n, sum, raves, raveSum float32) float32 {
	if n == 0 {
		return raveSum / raves
	}
	return (float32(sum*raves) + float32(r*raveSum)) / float32((r+n)*raves)
}

// played holds the moves that each player has played on the present line, by number.
type played struct {
	stamp uint32
	at    [][]uint32 // at[player][number] is stamp if played
}

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

// playedBeyond makes room for new move numbers, and returns a player's marks.
func (w *worker[M]) playedBeyond(player int) []uint32 {
	w.played.room(w.numberer.Numbers())
	return w.played.at[player]
}

// creditRAVE adds a result to the RAVE results of all moves that a player has played from a position's arc on.
func (w *worker[M]) creditRAVE(player uint8, numbers []uint32, raves []uint64, first uint32, add uint64) {
	stamp, at := w.played.stamp, w.played.at[player]
	at[numbers[first]] = stamp
	// Played moves are practically random, and branches would be mispredicted.
	sums := raves[:len(numbers)]
	for j, number := range numbers {
		hit := uint64(0)
		if at[number] == stamp {
			hit = 1
		}
		sums[j] += hit * add
	}
}

// A reference is a position with one player's RAVE results, by move number.
type reference struct {
	node  uint32
	stamp uint32
	at    []uint32 // stamp of the reference for which arc is right
	arc   []uint32 // its place among the moves of the node
}

// refer returns the RAVE results of a position above with the same player to move for the moves of a position, and the
// position's own results for moves that the other lacks. Both are then open.
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
		// No deadlock with two positions held: this one is always above.
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
