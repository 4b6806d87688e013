package transposition

import (
	"encoding"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// Hash returns the 64-bit key of a position that is known by its bytes: their XXH64 hash. It is
// for games whose position is not made of cells or changes in too many of them at once; it reads
// every byte, at about 10 GB/s.
func Hash(identity []byte) uint64 {
	return xxhash.Sum64(identity)
}

// HashOf returns [Hash] of the identity that position appends to scratch[:0], and that slice to be
// passed again, so that in steady state nothing is allocated. Its error is AppendBinary's.
func HashOf(position encoding.BinaryAppender, scratch []byte) (key uint64, identity []byte, err error) {
	identity, err = position.AppendBinary(scratch[:0])
	if err != nil {
		return 0, scratch, fmt.Errorf("transposition: identity of the position: %w", err)
	}
	return Hash(identity), identity, nil
}
