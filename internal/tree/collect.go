package tree

// Collect removes the nodes that the root does not reach through nodes worth keeping, and closes the gaps. Nodes get
// new numbers. It reports whether it removed any. A nil worth keeps all nodes.
func (s *Store[N, A]) Collect(worth func(*N) bool) bool {
	kept := make([]uint32, s.NodesUsed) // the new number of each node; 0 for removed ones
	stack := []uint32{s.Root}
	kept[s.Root] = s.Root
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		arcs := s.arcsOf(id)
		for i := range arcs {
			switch to := s.Next(&arcs[i]); {
			case *to < s.First || kept[*to] != 0:
			case worth != nil && !worth(s.Nodes.At(*to)):
				*to = 0
			default:
				kept[*to] = *to
				stack = append(stack, *to)
			}
		}
	}
	// Nodes and their arcs are in the same order, so each moves to a free place.
	nodes, used := s.First, 0
	for id := s.First; int(id) < s.NodesUsed; id++ {
		if kept[id] == 0 {
			continue
		}
		n := s.Nodes.At(nodes)
		*n = *s.Nodes.At(id)
		arcs := s.Span(n)
		from := arcs.First
		arcs.First = uint32(s.Arcs.Place(used, int(arcs.Count)))
		used = int(arcs.First + arcs.Count)
		for _, c := range s.Columns {
			c.Move(arcs.First, from, arcs.Count)
		}
		kept[id] = nodes
		nodes++
	}
	forgot := int(nodes) < s.NodesUsed
	s.NodesUsed, s.ArcsUsed, s.Root, s.Stale = int(nodes), used, kept[s.Root], false
	for id := s.First; id < nodes; id++ {
		arcs := s.arcsOf(id)
		for i := range arcs {
			if to := s.Next(&arcs[i]); *to >= s.First {
				*to = kept[*to]
			}
		}
	}
	s.reindex()
	return forgot
}

func (s *Store[N, A]) arcsOf(id uint32) []A {
	arcs := s.Span(s.Nodes.At(id))
	return s.Arcs.Slice(arcs.First, arcs.Count)
}
