package puct

// A new position: its moves are listed (look), and it gets a node (plant) with the evaluation (arrive).

// look lists the moves of a slot's present position and the side to move. It reports whether there are any.
func (t *Tree[G, M]) look(s *slot[G, M]) bool {
	s.leaf.Moves = s.game.Moves(s.leaf.Moves[:0])
	s.side, s.byChance = s.toMove()
	s.low, s.high, s.ahead = int16(-t.full), int16(t.full), s.ahead[:0]
	if s.byChance {
		s.listOdds()
	}
	if s.hasher != nil {
		s.hash = s.hasher.Hash()
	}
	return len(s.leaf.Moves) > 0
}

func (t *Tree[G, M]) arrive(s *slot[G, M]) {
	if s.sides != nil {
		s.set(s.side, agreed(s.leaf.Value, s.low, s.high, t.unit))
	} else {
		copy(s.results, s.leaf.Values)
	}
	id := uint32(noNode)
	if len(s.path) == 0 {
		id, t.evaluated = t.store.Root, true
	} else if t.opt.OpenLoop {
		t.arriveOpen(s)
		return
	} else if t.opt.Transpositions && t.join(s) != noNode {
		return // another simulation has brought the position in the meantime
	} else {
		id = t.plant(s)
		t.store.Arcs.At(s.path[len(s.path)-1].arc).node = id
	}
	if id != noNode {
		t.setEvaluation(s, id)
	}
}

// setEvaluation sets the value and the priors of the node of a slot's position.
func (t *Tree[G, M]) setEvaluation(s *slot[G, M], id uint32) {
	n := t.store.Nodes.At(id)
	n.value = s.results[s.side]
	if n.byChance {
		return
	}
	sum, arcs := total(s.leaf.Priors), t.store.arcsOf(n)
	for i := range arcs {
		arcs[i].prior = share(s.leaf.Priors[i], sum, len(arcs))
	}
}

func total(weights []float32) (sum float64) {
	for _, w := range weights {
		sum += float64(w)
	}
	return sum
}

// share returns the prior of a move by its weight. If the sum of the weights is 0, all moves have equal priors.
func share(weight float32, sum float64, moves int) float32 {
	if sum > 0 {
		return float32(float64(weight) / sum)
	}
	return 1 / float32(moves)
}

// plant gives a slot's position a node without an evaluation, or returns noNode without room.
func (t *Tree[G, M]) plant(s *slot[G, M]) uint32 {
	id := t.store.allocate(len(s.leaf.Moves))
	if id == noNode {
		return noNode
	}
	n := t.store.Nodes.At(id)
	full := int16(t.full)
	n.side, n.byChance, n.low, n.high = s.side, s.byChance, -full, full
	if n.hash = s.hash; t.opt.Transpositions {
		t.store.File(id)
	}
	arcs := t.store.arcsOf(n)
	for i, m := range s.leaf.Moves {
		o := outlook{low: -full, high: full}
		if i < len(s.ahead) {
			o = s.ahead[i]
		}
		arcs[i] = arc[M]{move: m, node: o.node, low: o.low, high: o.high}
		if n.byChance {
			arcs[i].prior = float32(s.odds[i])
		}
	}
	t.setBounds(n)
	return id
}
