package othello

import "math/bits"

// The patterns are parts of the board whose discs are looked at together (Mazzocchi 2013, section IV; his
// figure is lost, and the text implies ten): the lines at each distance from the edge, the diagonals of each
// length from 4, and the corners of 4 × 2.
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

// patternSize is the number of squares of each.
var patternSize = [patterns]int{8, 8, 8, 8, 4, 5, 6, 7, 8, 8}

// configurations is the greatest number of ways in which the squares of a pattern can be black, white or
// empty. Those of a pattern of n squares are numbered in base 3, the first square being the lowest digit:
// 0 for black, 1 for white, 2 for empty.
const configurations = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3

// An instance is one place of the board where a pattern lies. The squares are gathered from a bitboard into a
// byte, by a multiplication that brings them side by side.
type instance struct {
	pattern    int
	transposed bool // take rows for columns
	mask       bitboard
	factor     bitboard
	shift      int
	powers     *[256]uint16 // the number that the squares of a byte make, in base 3
}

// instances are all places of all patterns: first 16 lines, those of the board and then those of the board
// transposed, then 18 diagonals, then 8 corner blocks, of the board and of the board transposed.
var instances = func() (all []instance) {
	inOrder := powersOf([8]int{0, 1, 2, 3, 4, 5, 6, 7})
	for _, transposed := range []bool{false, true} {
		for row := range size {
			all = append(all, instance{edgeLine + min(row, size-1-row), transposed, 0xff << (size * row), 1, size * row, inOrder})
		}
	}
	for length := 4; length <= size; length++ {
		for _, rising := range []bool{false, true} {
			for _, first := range [][2]int{{0, size - length}, {size - length, 0}} { // column and row of the left end
				var mask bitboard
				for i := range length {
					x, y := first[0]+i, first[1]+i
					if rising {
						y = size - 1 - y
					}
					mask |= 1 << (y*size + x)
				}
				all = append(all, instance{diagonal4 + length - 4, false, mask, fileA, 56 + first[0], inOrder})
				if length == size {
					break
				}
			}
		}
	}
	for _, transposed := range []bool{false, true} {
		for _, low := range []bool{false, true} {
			for _, right := range []bool{false, true} {
				place, order := 0, [8]int{0, 1, 2, 3, 4, 5, 6, 7} // from the corner along the edge
				if right {
					place += 4
					order = [8]int{3, 2, 1, 0, 7, 6, 5, 4}
				}
				if low {
					place += 6 * size
					order = [8]int{order[4], order[5], order[6], order[7], order[0], order[1], order[2], order[3]}
				}
				all = append(all, instance{cornerBlock, transposed, 0x0f0f << place, 1 + 1<<4, place + 4, powersOf(order)})
			}
		}
	}
	return all
}()

// powersOf returns for every byte the sum of the powers of 3 that its bits stand for.
func powersOf(exponents [8]int) *[256]uint16 {
	powers := new([256]uint16)
	for set := range powers {
		for i, exponent := range exponents {
			if set>>i&1 != 0 {
				power := uint16(1)
				for range exponent {
					power *= 3
				}
				powers[set] += power
			}
		}
	}
	return powers
}

// allEmpty is the configuration of each pattern without discs.
var allEmpty = func() (empty [patterns]uint16) {
	for p, n := range patternSize {
		for range n {
			empty[p] = 3*empty[p] + 2
		}
	}
	return empty
}()

// A view is a position seen by the patterns: the discs of both sides, and with rows for columns.
type view struct{ black, white [2]bitboard }

func newView(black, white bitboard) view {
	return view{[2]bitboard{black, transpose(black)}, [2]bitboard{white, transpose(white)}}
}

// configuration returns the number of what lies on an instance.
func (v *view) configuration(in *instance) uint16 {
	t := 0
	if in.transposed {
		t = 1
	}
	black := uint8((v.black[t] & in.mask) * in.factor >> in.shift)
	white := uint8((v.white[t] & in.mask) * in.factor >> in.shift)
	return allEmpty[in.pattern] - 2*in.powers[black] - in.powers[white]
}

// sum adds up the entries of a table for what lies on all instances. It is the sum over configuration, with the
// lines taken out of the loop, which need no multiplication.
func (v *view) sum(table *[patterns][configurations]int16) int {
	const most = configurations - 1
	powers := instances[0].powers // of all but blocks
	sum := 0
	for t := range 2 {
		black, white := v.black[t], v.white[t]
		for row := range size / 2 {
			up, down := size*row, size*(size-1-row)
			line := &table[edgeLine+row]
			sum += int(line[most-2*powers[uint8(black>>up)]-powers[uint8(white>>up)]]) +
				int(line[most-2*powers[uint8(black>>down)]-powers[uint8(white>>down)]])
		}
	}
	black, white := v.black[0], v.white[0]
	for i := range diagonalInstances {
		in := &diagonalInstances[i]
		b := uint8((black & in.mask) * fileA >> (in.shift & 63))
		w := uint8((white & in.mask) * fileA >> (in.shift & 63))
		sum += int(table[in.pattern][allEmpty[in.pattern]-2*powers[b]-powers[w]])
	}
	blocks := &table[cornerBlock]
	for i := range blockInstances {
		in := &blockInstances[i]
		black, white := v.black[i/4], v.white[i/4]
		b := uint8((black & in.mask) * (1 + 1<<4) >> (in.shift & 63))
		w := uint8((white & in.mask) * (1 + 1<<4) >> (in.shift & 63))
		sum += int(blocks[most-2*in.powers[b]-in.powers[w]])
	}
	return sum
}

var (
	diagonalInstances = [18]instance(instances[16:34])
	blockInstances    = [8]instance(instances[34:42])
)

// transpose exchanges rows and columns.
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

// localMobility returns how many more moves Black has than White on a line of n squares with that
// configuration, as far as the line alone tells.
func localMobility(configuration, n int) int {
	var line [size]int
	for i := range n {
		line[i] = configuration % 3
		configuration /= 3
	}
	mobility := 0
	for i := range n {
		if line[i] != 2 {
			continue
		}
		for _, step := range [2]int{-1, 1} {
			// The discs next to an empty square, all of one side, and what ends them.
			j := i + step
			for j >= 0 && j < n && line[j] != 2 && line[j] == line[i+step] {
				j += step
			}
			if j == i+step || j < 0 || j >= n || line[j] == 2 {
				continue
			}
			if line[j] == 0 {
				mobility++
			} else {
				mobility--
			}
		}
	}
	return mobility
}
