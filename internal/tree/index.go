package tree

import "math/bits"

// Transpositions: an index finds nodes by the hashes of their positions. It is a hash table with open addressing, and
// 0 marks a free place.

// placesPerNode is the greatest number of places in the index for each node that has memory.
const placesPerNode = 4

// Find returns a node with the given hash, or 0 if there is none. If same is not nil, it must hold for the node.
func (s *Store[N, A]) Find(hash uint64, same func(*N) bool) uint32 {
	mask := uint64(len(s.index) - 1)
	for i := hash & mask; s.index[i] != 0; i = (i + 1) & mask {
		if n := s.Nodes.At(s.index[i]); s.Hash(n) == hash && (same == nil || same(n)) {
			return s.index[i]
		}
	}
	return 0
}

// File makes Find find a node, whose hash must stay the same.
func (s *Store[N, A]) File(id uint32) {
	mask := uint64(len(s.index) - 1)
	i := s.Hash(s.Nodes.At(id)) & mask
	for s.index[i] != 0 {
		i = (i + 1) & mask
	}
	s.index[i] = id
}

// resizeIndex gives the index two to four places for each node that has memory, so that there is always a free place.
func (s *Store[N, A]) resizeIndex() {
	if s.Hash == nil {
		return
	}
	if places := 1 << bits.Len(uint(2*s.Nodes.Len()-1)); places != len(s.index) {
		s.index = make([]uint32, places)
	}
	s.mostNodes = len(s.index) / 2
	s.reindex()
}

// reindex files all nodes again.
func (s *Store[N, A]) reindex() {
	if s.Hash == nil {
		return
	}
	clear(s.index)
	for id := s.First; int(id) < s.NodesUsed; id++ {
		s.File(id)
	}
}
