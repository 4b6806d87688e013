package mcts

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
	n := s.nodes.At(from)
	raves := s.ravesOf(n)
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
	for i, number := range s.numbersOf(s.nodes.At(id)) {
		if more := int(number) + 1 - len(r.at); more > 0 {
			r.at = append(r.at, make([]uint32, more)...)
			r.arc = append(r.arc, make([]uint32, more)...)
		}
		r.at[number] = r.stamp
		r.arc[number] = uint32(i)
	}
}
