package transposition

import "github.com/ply-search/ply/internal/hashtable"

// Zobrist makes the keys of Zobrist hashing (Zobrist 1970): a random number for each pair of a cell and a value. The
// hash of a position is the exclusive or of the keys of all its cells with their values. If a move changes a cell, the
// new hash is the exclusive or of the old hash, the key of the cell with its old value, and the key of the cell with
// its new value.
//
// The same seed gives the same keys on all machines and in all releases. The zero value is ready for use.
type Zobrist struct {
	Seed uint64 // any number
}

// Key returns the key of a cell with a value. It computes the key in a few nanoseconds and stores nothing. In inner
// loops, use keys that [Zobrist.Keys] has computed.
func (z Zobrist) Key(cell, value int) uint64 {
	return Mix(Mix(z.Seed+0x9e3779b97f4a7c15) + Mix(uint64(cell)<<32|uint64(uint32(value))))
}

// Keys returns the keys of the cells 0 to cells-1 with the values 0 to values-1. The key of cell c with value v is
// element c*values+v. If cells or values is not positive, Keys returns nil.
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

// Mix returns a hash of x. Different x have different hashes, and each bit of the hash depends on all bits of x. Use
// Mix for the key of a position that consists of 64 bits, such as a bitboard. It is the finalizer of SplitMix64
// (Steele, Lea and Flood 2014).
func Mix(x uint64) uint64 { return hashtable.Mix(x) }
