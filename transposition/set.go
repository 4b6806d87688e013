package transposition

import "iter"

// A Set is a set of whole keys, such as the identities of positions. It never confuses two keys, and grows as needed.
// An entry takes 20 to 34 bytes plus its key, and the set reserves room for further keys, up to a megabyte. The zero
// value is an empty set. A Set is used by one goroutine at a time.
type Set struct {
	m Map[struct{}]
}

// Visit reports whether key is in the set, and adds a copy of it if not.
func (s *Set) Visit(key []byte) bool {
	_, added := s.m.Add(key)
	return !added
}

// Contains reports whether key is in the set.
func (s *Set) Contains(key []byte) bool {
	_, ok := s.m.Get(key)
	return ok
}

// All yields the keys in the order in which they were added. The loop may neither add nor modify keys.
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

// Reset removes all keys, keeps part of the memory for further use, and sets the counts to 0.
func (s *Set) Reset() { s.m.Reset() }

// Stats returns the contents of the set and its use since the last Reset, like [Map.Stats].
func (s *Set) Stats() Stats { return s.m.Stats() }
