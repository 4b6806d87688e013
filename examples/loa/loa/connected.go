package loa

import "math/bits"

// The files at the edges, which shifts by one square must not cross.
const (
	firstFile uint64 = 0x0101010101010101
	lastFile         = firstFile << 7
)

// kings holds the squares next to each square.
var kings [squares]uint64

// quads holds what a man adds to four times the Euler number of its side, by the men about it, see around: the sum over
// the four windows of 2 × 2 squares that contain it of +1 for one man, -1 for three, and -2 for two on a diagonal (Gray
// 1971). Windows may reach over the edge of the board.
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

// quad returns what a window contributes to four times the Euler number. Its squares are the bits 0 and 1, and 2 and 3
// above them.
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

// around returns the men on the squares about a square as nine bits, rank by rank. The middle one is 0.
func around(men uint64, square int) uint64 {
	x := bits.RotateLeft64(men&kings[square], stride+1-square)
	return x&7 | x>>5&0x38 | x>>10&0x1c0
}

// euler returns four times the Euler number of men: the number of their groups less that of the holes in these.
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

// group returns those of men that are connected with seed, which is one or more of them.
func group(seed, men uint64) uint64 {
	for {
		next := spread(seed) & men
		if next == seed {
			return seed
		}
		seed = next
	}
}

// connected reports whether men are one group, given four times their Euler number: more than one group less holes
// cannot be a single group, so that only the rest needs to be filled.
func connected(men uint64, euler int16) bool {
	return euler <= 4 && group(men&-men, men) == men
}
