package mcts

// A full tree, with Prune or without: what happens when a node has found no room.

// makeRoom makes room after a node has found none, while no worker runs. It discards nodes cut off from the root. If
// that frees little, it takes more memory or, if there is no more and the tree is to be pruned, discards the positions
// with the fewest simulations. If nothing helps, it closes the store.
func (s *store[M]) makeRoom() {
	s.wanting.Store(false)
	for _, c := range s.columns {
		c.Discard() // the code below counts without it
	}
	if s.stale {
		s.stale = false
		if before := s.arcsUsed; s.collect(0) && s.arcsUsed <= before/4*3 {
			return
		}
	}
	if s.enlarge() {
		return
	}
	if s.prune {
		for threshold := uint32(2); threshold < 1<<30; threshold *= 2 {
			nodes := s.nodesUsed
			s.collect(threshold)
			s.pruned += nodes - s.nodesUsed
			if s.nodesUsed <= s.nodes.Len()/2 && s.arcsUsed <= s.arcs.Len()/2 {
				return
			}
			if s.nodesUsed == firstNode+1 {
				break // the root alone
			}
		}
	}
	s.closed = true
}

// enlarge takes more memory for whichever of nodes and arcs is nearly used up, and reports whether it could.
func (s *store[M]) enlarge() bool {
	nodes, arcs := s.nodes.Len(), s.arcs.Len()
	if s.nodesUsed >= nodes/2 {
		nodes = min(2*nodes, nodes+s.nodes.Chunk())
	}
	if s.arcsUsed >= arcs/2 {
		arcs = min(2*arcs, arcs+s.arcs.Chunk())
	}
	if s.memory(nodes, arcs) > s.maxMemory {
		// The rest of the bound goes to both in proportion to their use.
		left := s.left()
		each := s.nodeSize() + s.arcSize()*max(1, s.arcsUsed/s.nodesUsed)
		nodes = s.nodes.Len() + left/each
		arcs = s.arcs.Len() + (left-left/each*s.nodeSize())/s.arcSize()
		if !worthwhile(arcs-s.arcs.Len(), s.arcs.Len()) {
			return false
		}
	}
	more := s.nodes.Grow(nodes, s.nodesUsed)
	more = s.growArcs(arcs) || more
	if s.withHash && len(s.index) < 2*s.nodes.Len() {
		s.resizeIndex()
	}
	return more
}

// growArcs makes the slabs of arcs longer, as [slab.Slab.Grow] does.
func (s *store[M]) growArcs(length int) (grown bool) {
	for _, c := range s.columns {
		grown = c.Grow(length, s.arcsUsed)
	}
	return grown
}

// worthwhile reports whether to make room for more elements in a slab of the given length. A last small step is not
// worth its cost.
func worthwhile(more, length int) bool { return more > 0 && more >= min(length, 1<<usualShift)/8 }

// collect forgets the nodes that do not hang on the root, or only by nodes with fewer simulations than the
// threshold, and closes the gaps. It reports whether it forgot any.
func (s *store[M]) collect(threshold uint32) bool {
	kept := make([]uint32, s.nodesUsed) // the new number of each node; noNode for those forgotten
	stack := []uint32{s.root}
	kept[s.root] = s.root
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		arcs := s.arcsOf(s.nodes.At(id))
		for i := range arcs {
			switch to := arcs[i].node; {
			case to < firstNode || kept[to] != noNode:
			case s.nodes.At(to).visits < threshold:
				arcs[i].node = noNode
			default:
				kept[to] = to
				stack = append(stack, to)
			}
		}
	}
	// Nodes and their arcs are in the same order, so each moves to a place that is free by then.
	nodes, used := uint32(firstNode), 0
	for id := uint32(firstNode); int(id) < s.nodesUsed; id++ {
		if kept[id] == noNode {
			continue
		}
		n := *s.nodes.At(id)
		was := n
		first := s.arcs.Place(used, int(n.count))
		n.first, used = uint32(first), first+int(n.count)
		for _, c := range s.columns {
			c.Move(n.first, was.first, n.count)
		}
		kept[id] = nodes
		*s.nodes.At(nodes) = n
		nodes++
	}
	forgot := int(nodes) < s.nodesUsed
	s.nodesUsed, s.arcsUsed, s.root = int(nodes), used, kept[s.root]
	for id := uint32(firstNode); id < nodes; id++ {
		arcs := s.arcsOf(s.nodes.At(id))
		for i := range arcs {
			if to := &arcs[i].node; *to >= firstNode {
				*to = kept[*to]
			}
		}
	}
	if s.withHash {
		s.reindex()
	}
	return forgot
}
