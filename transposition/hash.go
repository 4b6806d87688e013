package transposition

import (
	"encoding"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// Hash returns the 64-bit key of a position that is given by its bytes, which is their XXH64 hash. It is for games
// whose positions do not consist of cells, or whose moves change many cells at once. It reads every byte, at about 10
// GB/s, and allocates nothing.
func Hash(identity []byte) uint64 {
	return xxhash.Sum64(identity)
}

// HashOf returns the key of a position that is an [encoding.BinaryAppender]: [Hash] of its identity. It appends the
// identity to scratch[:0] and returns that slice, to be passed as scratch in the next call; it then allocates only if
// the slice is too short. An error is one of AppendBinary.
func HashOf(position encoding.BinaryAppender, scratch []byte) (key uint64, identity []byte, err error) {
	identity, err = position.AppendBinary(scratch[:0])
	if err != nil {
		return 0, scratch, fmt.Errorf("transposition: identity of the position: %w", err)
	}
	return Hash(identity), identity, nil
}
