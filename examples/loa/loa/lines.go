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

// The range of board sizes.
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
