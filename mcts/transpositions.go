package mcts

import "math/bits"

func (s *store[M]) resizeIndex() {
	if places := 1 << bits.Len(uint(2*s.Nodes.Len()-1)); places != len(s.index) {
		s.index = make([]uint32, places)
	}
	s.MostNodes = len(s.index) / 2
	s.reindex()
}

func (s *store[M]) find(hash uint64) uint32 {
	s.lock()
	defer s.unlock()
	return s.lookUp(hash)
}

func (s *store[M]) lookUp(hash uint64) uint32 {
	mask := uint64(len(s.index) - 1)
	for i := hash & mask; s.index[i] != noNode; i = (i + 1) & mask {
		if id := s.index[i]; s.Nodes.At(id).hash == hash {
			return id
		}
	}
	return noNode
}

// enter adds a node to the index and returns it, or the one that another worker entered before.
func (s *store[M]) enter(id uint32) uint32 {
	s.lock()
	defer s.unlock()
	if other := s.lookUp(s.Nodes.At(id).hash); other != noNode {
		return other
	}
	s.file(id)
	return id
}

// file puts a node into the index, which always has a free place.
func (s *store[M]) file(id uint32) {
	mask := uint64(len(s.index) - 1)
	i := s.Nodes.At(id).hash & mask
	for s.index[i] != noNode {
		i = (i + 1) & mask
	}
	s.index[i] = id
}

func (s *store[M]) reindex() {
	clear(s.index)
	for id := firstNode; id < s.NodesUsed; id++ {
		s.file(uint32(id))
	}
}
