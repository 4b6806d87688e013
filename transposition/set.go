package transposition

import "iter"

// A Set is a set of keys of any length, such as the identities of positions. It never confuses different keys, and
// grows as needed. A key takes 20 to 34 bytes plus its length; in addition, the set reserves up to a megabyte. The zero
// value is an empty set. A Set is used by one goroutine at a time.
type Set struct {
	m Map[struct{}]
}

// Visit reports whether key is in the set. If key is not in the set, Visit adds a copy of it.
func (s *Set) Visit(key []byte) bool {
	_, added := s.m.Add(key)
	return !added
}

// Contains reports whether key is in the set.
func (s *Set) Contains(key []byte) bool {
	_, ok := s.m.Get(key)
	return ok
}

// All yields the keys in the order in which they were added. The loop must not add or modify keys.
func (s *Set) All() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for key := range s.m.All() {
			if !yield(key) {
				return
			}
		}
	}
}

// Len returns the number of keys.
func (s *Set) Len() int { return s.m.Len() }

// Reset removes all keys and sets the counts of Stats to 0. It keeps part of the memory for further use.
func (s *Set) Reset() { s.m.Reset() }

// Stats returns the size of the set, and counts of its use since it was made or since the last Reset. The fields have
// the same meaning as for [Map.Stats].
func (s *Set) Stats() Stats { return s.m.Stats() }
