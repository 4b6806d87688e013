package circuit

// transpose exchanges the rows and the columns of 64×64 bits: bit j of word i becomes bit i of word j. It exchanges
// blocks of half the size within blocks, down to single bits: H. S. Warren, "Hacker's Delight", section 7-3.
func transpose(block *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for size := 32; size > 0; size >>= 1 {
		for i := 0; i < 64; i = (i + size + 1) &^ size {
			swap := (block[i]>>size ^ block[i+size]) & mask
			block[i] ^= swap << size
			block[i+size] ^= swap
		}
		mask ^= mask << (size >> 1)
	}
}
