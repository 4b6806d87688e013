package transposition

// Stats are the contents of a table or set, and its use since it was made or since the last Reset.
type Stats struct {
	Entries      int    // the capacity in entries. In tables and sets that grow it increases with Used.
	Used         int    // the number of entries in use
	Bytes        int    // the memory of all entries and their keys, in use or not
	Hits, Misses uint64 // lookups that found their key, and that did not
	Replacements uint64 // entries replaced by an entry with another key
	Collisions   uint64 // misses that met entries with other keys
}

// Fill returns the fraction of the entries that are in use, from 0 to 1.
func (s Stats) Fill() float64 {
	return float64(s.Used) / float64(max(s.Entries, 1))
}
