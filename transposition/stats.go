package transposition

// Stats describe the size of a table or set, and count its use since it was made or since the last Reset.
type Stats struct {
	Entries      int    // the capacity in entries; in tables and sets that grow, it increases with Used
	Used         int    // the number of entries in use
	Bytes        int    // the memory of all entries and their keys, in use or not
	Hits, Misses uint64 // the number of lookups that found their key, and of lookups that did not
	Replacements uint64 // the number of entries replaced by an entry with another key
	Collisions   uint64 // the number of misses that found an entry with another key in the place of their key
}

// Fill returns the fraction of the entries that are in use, from 0 to 1.
func (s Stats) Fill() float64 {
	return float64(s.Used) / float64(max(s.Entries, 1))
}
