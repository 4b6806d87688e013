package hashtable

// Stats are the statistics of package transposition.
type Stats struct {
	Entries, Used, Bytes     int
	Hits, Misses             uint64
	Replacements, Collisions uint64
}

// Fill returns the fraction of the entries that is in use.
func (s Stats) Fill() float64 { return float64(s.Used) / float64(max(s.Entries, 1)) }
