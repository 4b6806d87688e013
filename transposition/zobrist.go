package transposition

// Zobrist draws the keys of Zobrist hashing (Zobrist 1970): one for each pair of a cell and a
// value that it can hold. The hash of a position is the exclusive or of the keys of all its
// cells, so a move that changes a cell changes the hash by two keys.
//
// The same seed draws the same keys on every machine and in every release. The zero value has
// seed 0, which is as good as any.
type Zobrist struct {
	Seed uint64
}

// Key returns the key of cell holding value. It computes the key, in a few nanoseconds; a game
// whose inner loop needs keys has them drawn once, by [Zobrist.Keys].
func (z Zobrist) Key(cell, value int) uint64 {
	return Mix(Mix(z.Seed+0x9e3779b97f4a7c15) + Mix(uint64(cell)<<32|uint64(uint32(value))))
}

// Keys draws the keys of all cells below cells and all values below values, in one slice: that of
// cell c holding v stands at c*values+v. The slice takes 8 bytes a key, and is nil if either
// number is not positive.
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

// Mix spreads the bits of x, so that each bit of the result depends on all of them and different x
// stay different: it makes the key of a position that is known by 64 bits, a bitboard for example.
// (It is the finalizer of SplitMix64, Steele, Lea and Flood 2014.)
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
