package loa

import "math/bits"

// The outer files, which shifts by one square must not cross.
const (
	firstFile uint64 = 0x0101010101010101
	lastFile         = firstFile << 7
)

// kings holds the squares next to each square.
var kings [squares]uint64

// quads holds the change of four times the Euler number when a man is added, by the neighbours of the man (see around). Four times
// the Euler number is the sum over all windows of 2 × 2 squares of +1 for one man, -1 for three, and -2 for two on a diagonal
// (Gray 1971). Windows may reach over the edge of the board.
var quads [512]int16

func init() {
	for s := range squares {
		b := bit(s)
		kings[s] = spread(b) &^ b
	}
	for men := range quads {
		has := func(file, rank int) bool { return men>>(3*rank+file)&1 != 0 }
		for _, corner := range [4][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
			var without uint
			for i := range 4 {
				file, rank := corner[0]+i%2, corner[1]+i/2
				if (file != 1 || rank != 1) && has(file, rank) {
					without |= 1 << i
				}
			}
			centre := uint(1) << ((1 - corner[0]) + 2*(1-corner[1]))
			quads[men] += quad(without|centre) - quad(without)
		}
	}
}

// quad returns the contribution of a window to four times the Euler number: bits 0 and 1 are the lower squares, 2 and 3 the upper.
func quad(men uint) int16 {
	switch {
	case men == 0b1001 || men == 0b0110:
		return -2
	case bits.OnesCount(men) == 1:
		return 1
	case bits.OnesCount(men) == 3:
		return -1
	}
	return 0
}

// around returns the men on the neighbours of a square as nine bits, rank by rank; the middle bit is 0.
func around(men uint64, square int) uint64 {
	x := bits.RotateLeft64(men&kings[square], stride+1-square)
	return x&7 | x>>5&0x38 | x>>10&0x1c0
}

// euler returns four times the Euler number of men, which is the number of groups minus the number of holes in them.
func euler(men uint64) int16 {
	sum, placed := int16(0), uint64(0)
	for rest := men; rest != 0; rest &= rest - 1 {
		s := bits.TrailingZeros64(rest)
		sum += quads[around(placed, s)]
		placed |= bit(s)
	}
	return sum
}

// spread returns men and the squares next to them.
func spread(men uint64) uint64 {
	men |= men&^lastFile<<1 | men&^firstFile>>1
	return men | men<<stride | men>>stride
}

// group returns the men that are connected with seed, a subset of men.
func group(seed, men uint64) uint64 {
	for {
		next := spread(seed) & men
		if next == seed {
			return seed
		}
		seed = next
	}
}

// connected reports whether men are one group, given four times their Euler number. An Euler number above 1 needs no flood fill.
func connected(men uint64, euler int16) bool {
	return euler <= 4 && group(men&-men, men) == men
}
