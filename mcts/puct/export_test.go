package puct

// Prior returns the prior of a move of the root.
func (t *Tree[G, M]) Prior(m M) float64 {
	for _, a := range t.store.arcsOf(t.store.Nodes.At(t.store.Root)) {
		if a.move == m {
			return float64(a.prior)
		}
	}
	panic("no move of the root")
}
