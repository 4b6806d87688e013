package transposition

import "github.com/ply-search/ply/internal/hashtable"

// A HashSet is a set of 64-bit keys that grows as needed and forgets nothing. It takes 11 to 21 bytes per key, and more
// for a moment while it grows. The zero value is an empty set. A HashSet is used by one goroutine at a time.
type HashSet struct{ keys hashtable.KeySet }

// Visit reports whether key is in the set, and adds it if not.
func (s *HashSet) Visit(key uint64) bool { return s.keys.Visit(key) }

// Contains reports whether key is in the set.
func (s *HashSet) Contains(key uint64) bool { return s.keys.Contains(key) }

// Remove removes key from the set, if it is there.
func (s *HashSet) Remove(key uint64) { s.keys.Remove(key) }

// Len returns the number of keys in the set.
func (s *HashSet) Len() int { return s.keys.Len() }

// Reset removes all keys, keeps the memory for further use, and sets the counts to 0.
func (s *HashSet) Reset() { s.keys.Reset() }

// Stats returns the contents of the set and its use since the last Reset. Replacements and Collisions are 0.
func (s *HashSet) Stats() Stats { return Stats(s.keys.Stats()) }
