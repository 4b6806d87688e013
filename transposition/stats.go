package transposition

// Stats says what a table holds and how it was used since it was made or reset.
type Stats struct {
	// Entries is the room of a bounded table, in entries; that of the others follows Used.
	Entries int

	// Used is the number of entries that hold something.
	Used int

	// Bytes is the memory of all entries and their keys, used or not.
	Bytes int

	// Hits and Misses count the keys that were found and not found.
	Hits, Misses uint64

	// Replacements counts the entries that were lost to another key.
	Replacements uint64

	// Collisions counts the misses where the entries looked at held other keys.
	Collisions uint64
}

// Fill returns the part of the entries in use, from 0 to 1.
func (s Stats) Fill() float64 {
	if s.Entries == 0 {
		return 0
	}
	return float64(s.Used) / float64(s.Entries)
}
