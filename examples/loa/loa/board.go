package loa

import (
	"math/bits"
	"sync"
)

// Squares are numbered 8·rank + file on boards of all sizes.
const (
	stride  = 8
	squares = stride * stride
)

const (
	MinSize = 4
	MaxSize = 8
)

// mostLines is the number of lines of the largest board.
const mostLines = 6*MaxSize - 2

// A span is a part of the pool of lineMoves. Captures come first.
type span struct {
	start           uint16
	moves, captures uint8
}

// lineMoves holds the moves along lines of one length, by side and state of the line. The state is a number to the base 3, with a
// digit for each square from the first: 0 for empty, 1 for Black and 2 for White. A move from the i-th to the j-th square is
// i + 64·j in pool.
type lineMoves struct {
	spans [2][]span
	pool  []uint16
}

// A line is a rank, file or diagonal of at least two squares.
type line struct {
	lineMoves
	base uint16 // 65 times the first square
	step uint16 // from one square to the next
}

// A geometry holds the lines of boards of one size.
type geometry struct {
	size    int
	board   uint64
	start   [2]uint64
	lines   []line
	through [squares][4]uint8  // lines of a square, mostLines for a line of a single square
	weight  [squares][4]uint16 // of the square's digit in the states of these lines
	centre  float32
}

var (
	geometries    [MaxSize + 1]func() *geometry
	movesOfLength [MaxSize + 1]func() *lineMoves
)

func init() {
	for n := range MaxSize + 1 {
		geometries[n] = sync.OnceValue(func() *geometry { return newGeometry(n) })
		movesOfLength[n] = sync.OnceValue(func() *lineMoves { return newLineMoves(n) })
	}
}

func newLineMoves(length int) *lineMoves {
	states := 1
	for range length {
		states *= 3
	}
	t := &lineMoves{}
	for side := range 2 {
		t.spans[side] = make([]span, states)
		for state := range states {
			var men [2]int
			for i, rest := 0, state; i < length; i, rest = i+1, rest/3 {
				if man := rest % 3; man > 0 {
					men[man-1] |= 1 << i
				}
			}
			t.spans[side][state] = t.appendMoves(men[side], men[side^1], length)
		}
	}
	return t
}

// appendMoves appends the moves along a line to the pool, captures first.
func (t *lineMoves) appendMoves(own, other, length int) span {
	s := span{start: uint16(len(t.pool))}
	n := bits.OnesCount(uint(own | other))
	for _, capture := range []bool{true, false} {
		for i := range length {
			if own>>i&1 == 0 {
				continue
			}
			for _, j := range []int{i - n, i + n} {
				if j < 0 || j >= length || own>>j&1 != 0 || (other>>j&1 != 0) != capture {
					continue
				}
				between := (1<<max(i, j) - 1) &^ (1<<(min(i, j)+1) - 1)
				if other&between != 0 {
					continue
				}
				t.pool = append(t.pool, uint16(i+squares*j))
				s.moves++
				if capture {
					s.captures++
				}
			}
		}
	}
	return s
}

func newGeometry(size int) *geometry {
	g := &geometry{size: size, centre: float32(size-1) / 2}
	for s := range g.through {
		g.through[s] = [4]uint8{mostLines, mostLines, mostLines, mostLines}
	}
	for rank := range size {
		for file := range size {
			g.board |= bit(square(file, rank))
			if across, up := file == 0 || file == size-1, rank == 0 || rank == size-1; across != up {
				side := Black
				if across {
					side = White
				}
				g.start[side] |= bit(square(file, rank))
			}
		}
	}
	for direction, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		for rank := range size {
			for file := range size {
				if !g.has(file-d[0], rank-d[1]) && g.has(file+d[0], rank+d[1]) {
					g.addLine(direction, file, rank, d)
				}
			}
		}
	}
	return g
}

func (g *geometry) has(file, rank int) bool { return min(file, rank) >= 0 && max(file, rank) < g.size }

// addLine adds the line that begins on a square.
func (g *geometry) addLine(direction, file, rank int, d [2]int) {
	first, length, weight := square(file, rank), 0, uint16(1)
	for ; g.has(file, rank); file, rank = file+d[0], rank+d[1] {
		g.through[square(file, rank)][direction] = uint8(len(g.lines))
		g.weight[square(file, rank)][direction] = weight
		length++
		weight *= 3
	}
	g.lines = append(g.lines, line{*movesOfLength[length](), uint16(first * (squares + 1)), uint16(d[0] + stride*d[1])})
}

func square(file, rank int) int { return stride*rank + file }

func bit(square int) uint64 { return 1 << square }

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
