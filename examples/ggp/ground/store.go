package ground

import (
	"slices"

	"github.com/ply-search/ply/examples/ggp/internal/datalog"
)

// A store keeps rules in chunks that never move: each is its head, the number of its premises, and these.
type store struct {
	chunks [][]Literal
	count  int
	size   int // of all chunks
}

const (
	chunkBits = 16
	chunkSize = 1 << chunkBits
)

func (s *store) bytes() int { return 4 * s.size }

// add stores a rule and returns where it is.
func (s *store) add(head datalog.ID, body []Literal) uint32 {
	need := 2 + len(body)
	last := len(s.chunks) - 1
	if last < 0 || len(s.chunks[last])+need > cap(s.chunks[last]) {
		s.chunks = append(s.chunks, make([]Literal, 0, max(chunkSize, need)))
		last++
		s.size += cap(s.chunks[last])
	}
	c := s.chunks[last]
	s.chunks[last] = append(append(c, Literal(head), Literal(len(body))), body...)
	s.count++
	return uint32(last<<chunkBits | len(c))
}

// at returns a rule as it is stored.
func (s *store) at(i uint32) []Literal {
	c := s.chunks[i>>chunkBits][i&(chunkSize-1):]
	return c[:2+c[1]]
}

// drop removes the rule that was added last.
func (s *store) drop(i uint32) {
	last := len(s.chunks) - 1
	s.chunks[last] = s.chunks[last][:i&(chunkSize-1)]
	s.count--
}

// all yields the heads and the bodies of all rules in their order.
func (s *store) all(yield func(datalog.ID, []Literal) bool) {
	for _, c := range s.chunks {
		for len(c) > 0 {
			end := 2 + c[1]
			if !yield(datalog.ID(c[0]), c[2:end:end]) {
				return
			}
			c = c[end:]
		}
	}
}

// A set knows which rules of a store are in it.
type set struct {
	slots []uint32 // open addressing; 0 is an empty slot, n+1 the rule at n
	count int
}

func (s *set) bytes() int { return 4 * len(s.slots) }

func hash(rule []Literal) int {
	h := uint64(0x9e3779b97f4a7c15)
	for _, x := range rule {
		h = (h ^ uint64(uint32(x))) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return int(h >> 1)
}

// add adds a rule of the store, and tells whether no equal one was in the set.
func (s *set) add(rules *store, at uint32) bool {
	if 4*s.count >= 3*len(s.slots) {
		s.grow(rules)
	}
	rule := rules.at(at)
	mask := len(s.slots) - 1
	i := hash(rule) & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if slices.Equal(rules.at(s.slots[i]-1), rule) {
			return false
		}
	}
	s.slots[i] = at + 1
	s.count++
	return true
}

func (s *set) grow(rules *store) {
	old := s.slots
	s.slots = make([]uint32, max(1<<10, 2*len(old)))
	mask := len(s.slots) - 1
	for _, x := range old {
		if x == 0 {
			continue
		}
		i := hash(rules.at(x-1)) & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = x
	}
}
