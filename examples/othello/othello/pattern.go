package othello

import "math/bits"

// The patterns are sets of squares that are looked at together (Mazzocchi 2013, section IV; the figure is lost, and the
// text implies ten): lines at each distance from the edge, diagonals of each length from 4, and corners of 4 × 2.
const (
	edgeLine = iota
	secondLine
	thirdLine
	fourthLine
	diagonal4
	diagonal5
	diagonal6
	diagonal7
	diagonal8
	cornerBlock
	patterns
)

var patternSize = [patterns]int{8, 8, 8, 8, 4, 5, 6, 7, 8, 8}

// configurations is the greatest number of ways in which the squares of a pattern can be filled. A configuration is a
// number in base 3 whose lowest digit is the first square: 0 for empty, 1 for black, 2 for white.
const configurations = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3

// A view is a position with its squares rearranged in six ways, so each instance of a pattern lies in a byte of one of them.
type view struct{ black, white [6]bitboard }

const (
	rows        = iota // as it is
	columns            // rows and columns exchanged
	rising             // row n holds the diagonals of n+1 and of 7-n squares that rise to the right, one after the other
	falling            // as rising, with the board upside down
	rowPairs           // row 2n holds the left halves of rows 2n and 2n+1, and row 2n+1 their right halves
	columnPairs        // as rowPairs, with rows and columns exchanged
)

func newView(black, white bitboard) (v view) {
	rearrange(&v.black, black)
	rearrange(&v.white, white)
	return v
}

func rearrange(ways *[6]bitboard, b bitboard) {
	t := transpose(b)
	ways[rows], ways[columns] = b, t
	ways[rising], ways[falling] = skew(b), skew(bitboard(bits.ReverseBytes64(uint64(b))))
	ways[rowPairs], ways[columnPairs] = pair(b), pair(t)
}

// skew moves each column down by its number, cyclically.
func skew(b bitboard) bitboard {
	const columns1, columns2, columns4 = fileA * 0xaa, fileA * 0xcc, fileA * 0xf0
	b ^= (b ^ bitboard(bits.RotateLeft64(uint64(b), size))) & columns1
	b ^= (b ^ bitboard(bits.RotateLeft64(uint64(b), 2*size))) & columns2
	b ^= (b ^ bitboard(bits.RotateLeft64(uint64(b), 4*size))) & columns4
	return b
}

// pair exchanges the right half of each even row for the left half of the row below.
func pair(b bitboard) bitboard {
	t := (b ^ b>>4) & 0x00f000f000f000f0
	return b ^ t ^ t<<4
}

type instance struct {
	pattern int
	way     int          // index in the view
	shift   int          // first bit there
	powers  *[256]uint16 // by a byte of black squares: their part of the configuration
}

var instances = func() (all []instance) {
	for _, way := range []int{rows, columns} {
		for row := range size {
			all = append(all, instance{edgeLine + min(row, size-1-row), way, size * row, &powers})
		}
	}
	for _, way := range []int{rising, falling} {
		for length := 4; length <= size; length++ {
			p := diagonal4 + length - 4
			low := powersOf([8]int{0, 1, 2, 3, 4, 5, 6, 7}, length)
			all = append(all, instance{p, way, size * (length - 1), low})
			if length < size {
				all = append(all, instance{p, way, size*(size-1-length) + size - length, low})
			}
		}
	}
	for _, way := range []int{rowPairs, columnPairs} {
		for corner, shift := range []int{0, size, 6 * size, 7 * size} {
			all = append(all, instance{cornerBlock, way, shift, &blockPowers[corner]})
		}
	}
	return all
}()

// powers has the sum of the powers of 3 for the bits of each byte. blockPowers is the same for corners, read from the corner
// along the edge: upper left, upper right, lower left and lower right.
var (
	powers      = *powersOf([8]int{0, 1, 2, 3, 4, 5, 6, 7}, size)
	blockPowers = [4][256]uint16{
		powers,
		*powersOf([8]int{3, 2, 1, 0, 7, 6, 5, 4}, size),
		*powersOf([8]int{4, 5, 6, 7, 0, 1, 2, 3}, size),
		*powersOf([8]int{7, 6, 5, 4, 3, 2, 1, 0}, size),
	}
)

var power = [...]int{1, 3, 9, 27, 81, 243, 729, 2187, configurations}

// powersOf returns for each byte the sum of 3 to the exponents of its bits, of which the lowest n count.
func powersOf(exponents [8]int, n int) *[256]uint16 {
	powers := new([256]uint16)
	for set := range powers {
		for i, exponent := range exponents[:n] {
			if set>>i&1 != 0 {
				powers[set] += uint16(power[exponent])
			}
		}
	}
	return powers
}

func (v *view) configuration(in *instance) uint16 {
	black, white := uint8(v.black[in.way]>>in.shift), uint8(v.white[in.way]>>in.shift)
	return in.powers[black] + 2*in.powers[white]
}

// sum adds up the entries of a table for all instances. It is written out so all shifts are constants.
func (v *view) sum(table *table) int {
	sum := 0
	for way := rows; way <= columns; way++ {
		b, w := v.black[way], v.white[way]
		sum += table[edgeLine].at(b, w)
		sum += table[secondLine].at(b>>8, w>>8)
		sum += table[thirdLine].at(b>>16, w>>16)
		sum += table[fourthLine].at(b>>24, w>>24)
		sum += table[fourthLine].at(b>>32, w>>32)
		sum += table[thirdLine].at(b>>40, w>>40)
		sum += table[secondLine].at(b>>48, w>>48)
		sum += table[edgeLine].at(b>>56, w>>56)
	}
	for way := rising; way <= falling; way++ {
		b, w := v.black[way], v.white[way]
		sum += table[diagonal7].at(b>>1&0x7f, w>>1&0x7f)
		sum += table[diagonal6].at(b>>10&0x3f, w>>10&0x3f)
		sum += table[diagonal5].at(b>>19&0x1f, w>>19&0x1f)
		sum += table[diagonal4].at(b>>24&0x0f, w>>24&0x0f)
		sum += table[diagonal4].at(b>>28&0x0f, w>>28&0x0f)
		sum += table[diagonal5].at(b>>32&0x1f, w>>32&0x1f)
		sum += table[diagonal6].at(b>>40&0x3f, w>>40&0x3f)
		sum += table[diagonal7].at(b>>48&0x7f, w>>48&0x7f)
		sum += table[diagonal8].at(b>>56, w>>56)
	}
	blocks := &table[cornerBlock]
	for way := rowPairs; way <= columnPairs; way++ {
		b, w := v.black[way], v.white[way]
		sum += blocks.inCorner(&blockPowers[0], b, w)
		sum += blocks.inCorner(&blockPowers[1], b>>8, w>>8)
		sum += blocks.inCorner(&blockPowers[2], b>>48, w>>48)
		sum += blocks.inCorner(&blockPowers[3], b>>56, w>>56)
	}
	return sum
}

// at returns the entry for the lowest byte of each side.
func (t *entries) at(black, white bitboard) int { return t.inCorner(&powers, black, white) }

// inCorner is at for a block, whose powers depend on the corner.
func (t *entries) inCorner(powers *[256]uint16, black, white bitboard) int {
	return int(t[uint(powers[uint8(black)])+2*uint(powers[uint8(white)])])
}

func transpose(b bitboard) bitboard {
	t := (b ^ b>>7) & 0x00aa00aa00aa00aa
	b ^= t ^ t<<7
	t = (b ^ b>>14) & 0x0000cccc0000cccc
	b ^= t ^ t<<14
	t = (b ^ b>>28) & 0x00000000f0f0f0f0
	return b ^ t ^ t<<28
}

// image returns a set under one of the eight symmetries of the board.
func (b bitboard) image(symmetry int) bitboard {
	if symmetry&1 != 0 {
		b = bitboard(bits.ReverseBytes64(uint64(b))) // up and down
	}
	if symmetry&2 != 0 {
		b = bitboard(bits.Reverse64(bits.ReverseBytes64(uint64(b)))) // left and right
	}
	if symmetry&4 != 0 {
		b = transpose(b)
	}
	return b
}

// localMobility returns how many more moves Black has than White on a line of n squares, without regard to other lines. A
// square counts once for each direction in which it turns discs.
func localMobility(configuration, n int) (mobility int) {
	var black, white uint8
	for i := range n {
		switch configuration / power[i] % 3 {
		case 1:
			black |= 1 << i
		case 2:
			white |= 1 << i
		}
	}
	for i := range n {
		if (black|white)>>i&1 == 0 {
			mobility += bits.OnesCount8(ends[i][white>>1&0x3f]&black) - bits.OnesCount8(ends[i][black>>1&0x3f]&white)
		}
	}
	return mobility
}
