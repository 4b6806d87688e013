package mcts

// A full tree, with Prune or without.

// makeRoom makes room after a failed allocation, while no worker runs. It discards nodes cut off from the root. If that
// frees little, it takes memory or, with Prune, discards rarely visited ones. If nothing helps, it closes the store.
func (s *store[M]) makeRoom() {
	s.wanting.Store(false)
	for _, c := range s.Columns {
		c.Discard() // the code below counts without it
	}
	if s.Stale {
		if before := s.ArcsUsed; s.collect(0) && s.ArcsUsed <= before/4*3 {
			return
		}
	}
	if s.Enlarge() {
		return
	}
	if s.prune {
		for threshold := uint32(2); threshold < 1<<30; threshold *= 2 {
			nodes := s.NodesUsed
			s.collect(threshold)
			s.pruned += nodes - s.NodesUsed
			if s.NodesUsed <= s.Nodes.Len()/2 && s.ArcsUsed <= s.Arcs.Len()/2 {
				return
			}
			if s.NodesUsed == firstNode+1 {
				break // the root alone
			}
		}
	}
	s.closed = true
}

// collect discards nodes not connected to the root by nodes with threshold simulations. It reports whether there were any.
func (s *store[M]) collect(threshold uint32) bool {
	return s.Collect(func(n *node) bool { return n.visits >= threshold })
}
