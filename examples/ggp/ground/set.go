package ground

import "slices"

// A set knows which rules are in a list of them.
type set struct {
	slots []uint32 // open addressing; 0 is an empty slot, n+1 a rule that begins at n
	count int
}

func newSet() *set { return &set{slots: make([]uint32, 1<<10)} }

func (s *set) bytes() int { return 4 * len(s.slots) }

func size(rules []int32, at int) int { return 2 + int(rules[at+1]) }

func hash(rule []int32) int {
	h := uint64(0x9e3779b97f4a7c15)
	for _, x := range rule {
		h = (h ^ uint64(uint32(x))) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return int(h >> 1)
}

// add adds the rule that begins at a place in the list, and tells whether it was not in the set.
func (s *set) add(rules []int32, at int) bool {
	rule := rules[at : at+size(rules, at)]
	mask := len(s.slots) - 1
	i := hash(rule) & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		b := int(s.slots[i] - 1)
		if rules[b] == rule[0] && rules[b+1] == rule[1] && slices.Equal(rules[b:b+len(rule)], rule) {
			return false
		}
	}
	s.slots[i] = uint32(at) + 1
	if s.count++; 4*s.count > 3*len(s.slots) {
		s.grow(rules)
	}
	return true
}

func (s *set) grow(rules []int32) {
	old := s.slots
	s.slots = make([]uint32, 2*len(old))
	mask := len(s.slots) - 1
	for _, x := range old {
		if x == 0 {
			continue
		}
		b := int(x - 1)
		i := hash(rules[b:b+size(rules, b)]) & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = x
	}
}
