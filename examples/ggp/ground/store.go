package ground

import (
	"slices"

	"github.com/ply-search/ply/examples/ggp/internal/datalog"
)

// A store keeps rules in chunks that never move: head, number of premises, premises.
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

// A set holds places of different rules of a store, by their hashes or the next free numbers.
type set map[uint64]uint32

func (s set) bytes() int { return 24 * len(s) }

func hash(rule []Literal) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, x := range rule {
		h = (h ^ uint64(uint32(x))) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// add adds a rule of the store, and reports whether the set had no equal one.
func (s set) add(rules *store, at uint32) bool {
	rule := rules.at(at)
	for h := hash(rule); ; h++ {
		switch known, ok := s[h]; {
		case !ok:
			s[h] = at
			return true
		case slices.Equal(rules.at(known), rule):
			return false
		}
	}
}
