package transposition

import "github.com/ply-search/ply/internal/hashtable"

// A HashSet is a set of 64-bit keys that grows as needed and never removes a key by itself. It takes 11 to 21 bytes for
// each key, and temporarily more while it grows. The zero value is an empty set. A HashSet is used by one goroutine at
// a time.
type HashSet struct{ keys hashtable.KeySet }

// Visit reports whether key is in the set. If key is not in the set, Visit adds it.
func (s *HashSet) Visit(key uint64) bool { return s.keys.Visit(key) }

// Contains reports whether key is in the set.
func (s *HashSet) Contains(key uint64) bool { return s.keys.Contains(key) }

// Remove removes key from the set. If key is not in the set, Remove does nothing.
func (s *HashSet) Remove(key uint64) { s.keys.Remove(key) }

// Len returns the number of keys in the set.
func (s *HashSet) Len() int { return s.keys.Len() }

// Reset removes all keys and sets the counts of Stats to 0. It keeps the memory for further use.
func (s *HashSet) Reset() { s.keys.Reset() }

// Stats returns the size of the set, and counts of its use since it was made or since the last Reset. The fields
// Replacements and Collisions are 0.
func (s *HashSet) Stats() Stats { return Stats(s.keys.Stats()) }
