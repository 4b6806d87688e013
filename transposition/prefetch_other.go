//go:build !amd64 || purego

package transposition

// PrefetchAll is [BoundedSet.Prefetch] for several keys.
func (s *BoundedSet) PrefetchAll(keys []uint64) {
	for _, key := range keys {
		s.Prefetch(key)
	}
}
