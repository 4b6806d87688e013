package transposition

import "iter"

// A Set keeps whole keys, such as the identities of positions: it never takes one for another, and
// grows as needed. In addition to its key an entry takes 20 to 34 bytes. The zero value is empty and
// ready for use, by one goroutine at a time.
type Set struct {
	m Map[struct{}]
}

// Add adds key, which is copied, and reports whether it was not there before.
func (s *Set) Add(key []byte) bool {
	_, added := s.m.Add(key)
	return added
}

// Contains reports whether key is in the set.
func (s *Set) Contains(key []byte) bool {
	_, ok := s.m.Get(key)
	return ok
}

// All yields the keys in the order in which they were added, as [Map.All] does.
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

// Reset empties the set and keeps part of its memory.
func (s *Set) Reset() { s.m.Reset() }

// Stats says what the set holds and how it was used, as [Map.Stats] does.
func (s *Set) Stats() Stats { return s.m.Stats() }
