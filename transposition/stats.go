package transposition

// Stats are the contents of a table or set, and its use since it was made or reset.
type Stats struct {
	// Entries is the capacity in entries. In tables and sets that grow it increases with Used.
	Entries int

	// Used is the number of entries in use.
	Used int

	// Bytes is the memory of all entries and their keys, in use or not.
	Bytes int

	// Hits and Misses count how often a key was found and not found.
	Hits, Misses uint64

	// Replacements counts the entries that were replaced by an entry with another key.
	Replacements uint64

	// Collisions counts the misses that met entries with other keys.
	Collisions uint64
}

// Fill returns the fraction of the entries that is in use, from 0 to 1.
func (s Stats) Fill() float64 {
	return float64(s.Used) / float64(max(s.Entries, 1))
}
