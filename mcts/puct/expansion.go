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
	} else if t.opt.Transpositions && t.join(s) != noNode {
		return // another simulation has brought the position in the meantime
	} else {
		id = t.plant(s)
		t.store.Arcs.At(s.path[len(s.path)-1].arc).node = id
	}
	if id == noNode {
		return
	}
	n := t.store.Nodes.At(id)
	n.value = s.results[s.side]
	if n.byChance {
		return
	}
	sum := 0.0
	for _, p := range s.leaf.Priors {
		sum += float64(p)
	}
	arcs := t.store.arcsOf(n)
	for i := range arcs {
		if sum > 0 {
			arcs[i].prior = float32(float64(s.leaf.Priors[i]) / sum)
		} else {
			arcs[i].prior = 1 / float32(len(arcs))
		}
	}
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
