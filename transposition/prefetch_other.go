//go:build !amd64 || purego

package transposition

// PrefetchAll is [BoundedSet.Prefetch] of key^with for several keys.
func (s *BoundedSet) PrefetchAll(keys []uint64, with uint64) {
	for _, key := range keys {
		s.Prefetch(key ^ with)
	}
}
