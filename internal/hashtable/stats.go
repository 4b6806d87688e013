package hashtable

// Stats are the statistics of package transposition.
type Stats struct {
	Entries, Used, Bytes     int
	Hits, Misses             uint64
	Replacements, Collisions uint64
}
