package hashtable

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/ply-search/ply/internal/memory"
)

// A BoundedSet is a set of 64-bit keys with a fixed size of 8 bytes per key. When two keys belong in the same place,
// the newer replaces the older. It is a faster [Table] of struct{} with the scheme [ReplaceAlways], used by Helmstetter
// 2007.
//
// The low bits of a key choose its place, and the high 48 bits are stored there. In a set with 65,536 places or more,
// keys are therefore confused only if all 64 bits are equal.
//
// A BoundedSet must be made by [NewBoundedSet], and is used by one goroutine at a time.
type BoundedSet struct {
	slots        []uint64 // high 48 bits of the key, then the generation; the length is a power of two
	generation   uint64   // of the live slots; 0 is never live
	hits, misses uint64
	fetched      uint64 // prevents removal of Prefetch by the compiler
}

// NewBoundedSet returns an empty set for this number of keys, rounded up to a power of two, with the errors of
// [NewTable].
func NewBoundedSet(entries int) (*BoundedSet, error) {
	if entries > 0 && bits.Len(uint(entries-1)) < bits.UintSize-1 {
		entries = 1 << bits.Len(uint(entries-1))
	}
	if err := memory.Check(entries, 8); err != nil {
		return nil, fmt.Errorf("transposition: %w", err)
	}
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

func (s *BoundedSet) Contains(key uint64) bool {
	return s.slots[key&uint64(len(s.slots)-1)] == key&^generationMask|s.generation
}

// Prefetch begins to load the place of key from memory without waiting, to make a later Visit of key faster.
func (s *BoundedSet) Prefetch(key uint64) {
	s.fetched ^= s.slots[key&uint64(len(s.slots)-1)]
}

const generationMask = 1<<16 - 1

// Reset removes all keys and sets the counts to 0. It takes constant time, but every 65,535th call clears the memory.
func (s *BoundedSet) Reset() {
	if s.generation++; s.generation > generationMask {
		clear(s.slots)
		s.generation = 1
	}
	s.hits, s.misses = 0, 0
}

// Stats returns the content and the use of the set since the last Reset. It reads the whole set to count its keys.
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

// Empty reports whether no key was added since the last Reset. It takes constant time.
func (s *BoundedSet) Empty() bool { return s.misses == 0 }

// Hits returns the number of calls of Visit since the last Reset that found their key. It takes constant time.
func (s *BoundedSet) Hits() uint64 { return s.hits }
