package transposition

import "github.com/ply-search/ply/internal/hashtable"

// Zobrist makes the keys of Zobrist hashing (Zobrist 1970): a random number for each pair of a cell and a value of the
// cell. The hash of a position is the exclusive or of the keys of all its cells. A move that changes a cell updates the
// hash by the exclusive or with the keys of the old and the new value.
//
// The same seed gives the same keys on all machines and in all releases. The zero value is ready to use.
type Zobrist struct {
	Seed uint64 // any number
}

// Key returns the key of cell holding value. It computes the key in a few nanoseconds and stores nothing. Inner loops
// should use keys computed once by [Zobrist.Keys].
func (z Zobrist) Key(cell, value int) uint64 {
	return Mix(Mix(z.Seed+0x9e3779b97f4a7c15) + Mix(uint64(cell)<<32|uint64(uint32(value))))
}

// Keys returns the keys of cells 0 to cells-1 and values 0 to values-1. The key of cell c holding v is element
// c*values+v. Keys returns nil if either number is not positive.
func (z Zobrist) Keys(cells, values int) []uint64 {
	if cells <= 0 || values <= 0 {
		return nil
	}
	keys := make([]uint64, 0, cells*values)
	for c := range cells {
		for v := range values {
			keys = append(keys, z.Key(c, v))
		}
	}
	return keys
}

// Mix returns a hash of x, in which each bit depends on all bits of x, different for different x. It makes the key of a
// 64-bit position, such as a bitboard. It is the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func Mix(x uint64) uint64 { return hashtable.Mix(x) }
