package hashtable

import (
	"math/bits"
	"unsafe"
)

// A KeySet is a transposition.HashSet: a set of 64-bit keys that grows as needed and forgets nothing.
type KeySet struct {
	slots []uint64 // open addressing, linear probing; 0 is empty
	shift uint     // 64 minus the binary logarithm of len(slots)
	zero  bool     // the key 0, which no slot can hold, is in the set
	stats Stats
}

// Visit reports whether key is in the set, and adds it if not.
func (s *KeySet) Visit(key uint64) bool {
	if key == 0 {
		seen := s.zero
		s.zero = true
		s.count(seen)
		return seen
	}
	if 4*s.stats.Used >= 3*len(s.slots) {
		s.grow()
	}
	i := s.find(key)
	seen := s.slots[i] == key
	s.slots[i] = key
	s.count(seen)
	return seen
}

func (s *KeySet) count(seen bool) {
	if seen {
		s.stats.Hits++
	} else {
		s.stats.Misses++
		s.stats.Used++
	}
}

func (s *KeySet) Contains(key uint64) bool {
	if key == 0 {
		return s.zero
	}
	return len(s.slots) > 0 && s.slots[s.find(key)] == key
}

// Remove removes key from the set, if it is there.
func (s *KeySet) Remove(key uint64) {
	if !s.Contains(key) {
		return
	}
	s.stats.Used--
	if key == 0 {
		s.zero = false
		return
	}
	// Close the gap: move up each later key of the run that may stand there.
	gap := s.find(key)
	mask := len(s.slots) - 1
	for i := (gap + 1) & mask; s.slots[i] != 0; i = (i + 1) & mask {
		if home := s.home(s.slots[i]); (i-home)&mask >= (i-gap)&mask {
			s.slots[gap] = s.slots[i]
			gap = i
		}
	}
	s.slots[gap] = 0
}

// Len returns the number of keys in the set.
func (s *KeySet) Len() int { return s.stats.Used }

// Reset removes all keys, keeps the memory for further use, and sets the counts to 0.
func (s *KeySet) Reset() {
	clear(s.slots)
	s.zero = false
	s.stats = Stats{}
}

// Stats returns the contents of the set and its use since the last Reset. Replacements and Collisions are 0.
func (s *KeySet) Stats() Stats {
	stats := s.stats
	stats.Entries = max(len(s.slots), stats.Used)
	stats.Bytes = len(s.slots) * int(unsafe.Sizeof(s.slots[0]))
	return stats
}

func (s *KeySet) home(key uint64) int { return int(key * 0x9e3779b97f4a7c15 >> s.shift) }

func (s *KeySet) find(key uint64) int {
	mask := len(s.slots) - 1
	i := s.home(key)
	for s.slots[i] != 0 && s.slots[i] != key {
		i = (i + 1) & mask
	}
	return i
}

func (s *KeySet) grow() {
	old := s.slots
	s.slots = make([]uint64, max(16, 2*len(old)))
	s.shift = shiftOf(len(s.slots))
	for _, key := range old {
		if key != 0 {
			s.slots[s.find(key)] = key
		}
	}
}

// shiftOf returns the shift of a set of n slots, a power of two.
func shiftOf(n int) uint { return uint(64 - bits.Len(uint(n-1))) }
