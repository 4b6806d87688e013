package joint

// Result returns the strategy as it is.
func (t *Tree[M]) Result() Result[M] { return t.result() }

// Size returns the number of positions of all trees.
func (t *Tree[M]) Size() (positions int) {
	for _, w := range t.workers {
		positions += w.count
	}
	return positions
}

// Visits returns the number of simulations of the position after the rounds of a key of the serialized game, or -1 if
// it is not in the tree.
func (t *Tree[M]) Visits(key []byte) int {
	if n := t.workers[0].after(key); n != nil {
		return n.visits
	}
	return -1
}

// Learn makes the root learn from a simulation with these choices and results.
func (tree *Tree[M]) Learn(choices []int, results []float64) {
	t := tree.workers[0]
	n, cell := t.nodes.At(0), 0
	for i := range n.shares {
		s := &n.shares[i]
		cell = cell*int(s.moves) + choices[i]
	}
	copy(t.results, results)
	t.simulations++
	n.visits++
	t.update(n, cell)
}
