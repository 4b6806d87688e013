package puct

// credit adds the result of a simulation to all moves of its path. It is for the given side.
func (t *Tree[G, M]) credit(s *slot[G, M], result float64, side uint8) {
	for _, step := range s.path {
		n, a := t.store.nodes.At(step.node), t.store.arcs.At(step.arc)
		r := result
		if n.side != side {
			r = -r
		}
		n.sum += r
		a.sum += r
		n.visits++
		a.visits++
		n.flight--
		a.flight--
	}
}

// withdraw takes back the simulation of a slot, whose result is not known.
func (t *Tree[G, M]) withdraw(s *slot[G, M]) {
	for i, step := range s.path {
		if i == 0 {
			t.retract(step.arc)
		}
		t.store.nodes.At(step.node).flight--
		t.store.arcs.At(step.arc).flight--
	}
	if s.pending && len(s.path) > 0 {
		t.store.arcs.At(s.path[len(s.path)-1].arc).node = noNode
	}
	s.pending = false
}

// settle adds the evaluation of the leaf of a slot to the tree.
func (t *Tree[G, M]) settle(s *slot[G, M]) {
	s.pending = false
	t.arrive(s)
	t.credit(s, s.leaf.Value, s.side)
	t.prove(s)
}
