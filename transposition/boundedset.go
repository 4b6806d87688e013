package transposition

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/ply-search/ply/internal/memory"
)

// A BoundedSet is a set of 64-bit keys that takes 8 bytes for each and no more memory than it was
// made with: when two keys fall on the same place, the newer replaces the older. It is a [Table] of
// struct{} under [ReplaceAlways] made as fast as the memory allows: the table that Helmstetter 2007
// uses throughout.
//
// The low bits of a key choose its place and the high 48 are kept there, so from 65 536 places on a
// key is only taken for another that is equal in all 64 bits.
//
// It is used by one goroutine at a time.
type BoundedSet struct {
	slots        []uint64 // high 48 bits of the key, then the generation; a power of two of them
	generation   uint64   // of the live slots; 0 is never live
	hits, misses uint64
	fetched      uint64 // so that Prefetch is not optimised away
}

// NewBoundedSet makes a set with room for the given number of keys, rounded down to a power of two. It fails as
// [NewTable] does.
func NewBoundedSet(entries int) (*BoundedSet, error) {
	if err := memory.Check(entries, 8); err != nil {
		return nil, fmt.Errorf("transposition: %w", err)
	}
	entries = 1 << (bits.Len(uint(entries)) - 1)
	return &BoundedSet{slots: alignedSlice[uint64](entries), generation: 1}, nil
}

// Visit reports whether key is in the set, and adds it if not.
func (s *BoundedSet) Visit(key uint64) bool {
	slot := &s.slots[key&uint64(len(s.slots)-1)]
	kept := key&^generationMask | s.generation
	if *slot == kept {
		s.hits++
		return true
	}
	s.misses++
	*slot = kept
	return false
}

// Contains reports whether key is in the set.
func (s *BoundedSet) Contains(key uint64) bool {
	return s.slots[key&uint64(len(s.slots)-1)] == key&^generationMask|s.generation
}

// Prefetch begins to read the place of key from memory, without waiting for it, so that a Visit a
// little later finds it there.
func (s *BoundedSet) Prefetch(key uint64) {
	s.fetched ^= s.slots[key&uint64(len(s.slots)-1)]
}

const generationMask = 1<<16 - 1

// Reset empties the set, in constant time: every 65 535th call clears the memory.
func (s *BoundedSet) Reset() {
	if s.generation++; s.generation > generationMask {
		clear(s.slots)
		s.generation = 1
	}
	s.hits, s.misses = 0, 0
}

// Stats says what the set holds and how it was used since the last Reset. It counts the keys that
// are there, which takes the time of reading the whole set.
func (s *BoundedSet) Stats() Stats {
	used := 0
	for _, slot := range s.slots {
		if slot&generationMask == s.generation {
			used++
		}
	}
	replaced := s.misses - uint64(used)
	return Stats{
		Entries:      len(s.slots),
		Used:         used,
		Bytes:        len(s.slots) * int(unsafe.Sizeof(s.slots[0])),
		Hits:         s.hits,
		Misses:       s.misses,
		Replacements: replaced,
		Collisions:   replaced,
	}
}

// Empty reports, at once, whether no key was added since the last Reset.
func (s *BoundedSet) Empty() bool { return s.misses == 0 }

// Hits returns the number of keys that were found since the last Reset, at once.
func (s *BoundedSet) Hits() uint64 { return s.hits }
