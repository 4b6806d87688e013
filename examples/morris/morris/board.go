package morris

import (
	"fmt"
	"math/bits"
	"strings"
)

// A Board is the points of a game and its rules. [Three] and [Six] return them.
type Board struct {
	name   string
	names  []string // of the points, in the order of notations
	men    int      // of each side
	draw   string   // the board, with a # for each point, in order
	near   []uint32 // the points beside each point
	mills  []uint32 // lines of three points
	wins   bool     // three in a line win, instead of taking a man
	images [][]int  // each symmetry, as the point to which each point goes

	// What follows from these.
	millsAt [][]uint32 // of each point
	under   [][]uint32 // each set of points under each symmetry but the first
	choose  [mostPoints + 1][mostMen + 1]uint32
	parts   []part
	partOf  [(mostMen + 1) * (mostMen + 1) * (mostMen + 1) * (mostMen + 1)]uint8 // by partKey
	size    uint64
}

const (
	mostPoints = 16
	mostMen    = 6
)

var three, six = newThree(), newSix()

// Three returns the board of three men's morris: 3 × 3 points with lines along ranks, files and both long diagonals. A side
// wins with its three men on a line.
func Three() *Board { return three }

// Six returns the board of six men's morris: two squares, one in the other, with lines from the middles of the sides of one to
// those of the other. Three men of a side on a side of a square are a mill, for which it takes a man.
func Six() *Board { return six }

// ParseBoard returns the board with a name: "three" or "six".
func ParseBoard(name string) (*Board, error) {
	for _, b := range []*Board{three, six} {
		if b.name == name {
			return b, nil
		}
	}
	return nil, fmt.Errorf("board %.20q: want three or six", name)
}

// String returns "three" or "six".
func (b *Board) String() string { return b.name }

func (b *Board) points() int { return len(b.names) }

func (b *Board) all() uint32 { return 1<<b.points() - 1 }

func newThree() *Board {
	b := &Board{
		name: "three", men: 3, wins: true,
		draw: "3 #-#-#\n  |\\|/|\n2 #-#-#\n  |/|\\|\n1 #-#-#\n  a b c\n",
		near: make([]uint32, 9),
	}
	b.nameAll("a3 b3 c3 a2 b2 c2 a1 b1 c1")
	b.line(true, "a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1", "a3 b2 c1", "a1 b2 c3")
	turn, flip := make([]int, 9), make([]int, 9)
	for p := range 9 {
		x, y := p%3, p/3
		turn[p], flip[p] = x*3+2-y, y*3+2-x
	}
	return b.prepare(turn, flip)
}

func newSix() *Board {
	b := &Board{
		name: "six", men: 6,
		draw: "5 #---#---#\n  |   |   |\n4 | #-#-# |\n  | |   | |\n3 #-#   #-#\n  | |   | |\n2 | #-#-# |\n  |   |   |\n1 #---#---#\n  a b c d e\n",
		near: make([]uint32, 16),
	}
	b.nameAll("a5 c5 e5 b4 c4 d4 a3 b3 d3 e3 b2 c2 d2 a1 c1 e1")
	b.line(true, "a5 c5 e5", "a5 a3 a1", "a1 c1 e1", "e5 e3 e1", "b4 c4 d4", "b4 b3 b2", "b2 c2 d2", "d4 d3 d2")
	b.line(false, "c5 c4", "a3 b3", "d3 e3", "c2 c1")
	turn, flip, out := make([]int, 16), make([]int, 16), make([]int, 16)
	for p, name := range b.names {
		x, y := int(name[0]-'a'), int(name[1]-'1')
		turn[p], flip[p] = b.point(4-y, x), b.point(4-x, y)
		// The outer square and the inner one change places.
		dx, dy := x-2, y-2
		if max(dx, -dx, dy, -dy) == 2 {
			dx, dy = dx/2, dy/2
		} else {
			dx, dy = 2*dx, 2*dy
		}
		out[p] = b.point(2+dx, 2+dy)
	}
	return b.prepare(turn, flip, out)
}

func (b *Board) nameAll(text string) { b.names = strings.Fields(text) }

// point returns the number of the point at a place.
func (b *Board) point(x, y int) int {
	p, _ := b.parsePoint(string([]byte{'a' + byte(x), '1' + byte(y)}))
	return p
}

// parsePoint returns the number of the point with a name.
func (b *Board) parsePoint(text string) (int, bool) {
	for p, name := range b.names {
		if strings.EqualFold(name, text) {
			return p, true
		}
	}
	return 0, false
}

// line draws lines, along which men move, and which are mills or not.
func (b *Board) line(mill bool, lines ...string) {
	for _, line := range lines {
		set, last := uint32(0), -1
		for name := range strings.FieldsSeq(line) {
			p, _ := b.parsePoint(name)
			set |= 1 << p
			if last >= 0 {
				b.near[last] |= 1 << p
				b.near[p] |= 1 << last
			}
			last = p
		}
		if mill {
			b.mills = append(b.mills, set)
		}
	}
}

// prepare computes what follows from the rest. The symmetries are all that some of them make.
func (b *Board) prepare(generators ...[]int) *Board {
	b.millsAt = make([][]uint32, b.points())
	for p := range b.millsAt {
		for _, mill := range b.mills {
			if mill>>p&1 != 0 {
				b.millsAt[p] = append(b.millsAt[p], mill)
			}
		}
	}
	same := make([]int, b.points())
	for p := range same {
		same[p] = p
	}
	b.images = [][]int{same}
	known := map[string]bool{fmt.Sprint(same): true}
	for i := 0; i < len(b.images); i++ {
		for _, g := range generators {
			next := make([]int, b.points())
			for p := range next {
				next[p] = g[b.images[i][p]]
			}
			if key := fmt.Sprint(next); !known[key] {
				known[key] = true
				b.images = append(b.images, next)
			}
		}
	}
	for _, image := range b.images[1:] {
		under := make([]uint32, 1<<b.points())
		for set := range under {
			for left := uint32(set); left != 0; left &= left - 1 {
				under[set] |= 1 << image[bits.TrailingZeros32(left)]
			}
		}
		b.under = append(b.under, under)
	}
	for n := range b.choose {
		b.choose[n][0] = 1
		for k := 1; k <= mostMen && n > 0; k++ {
			b.choose[n][k] = b.choose[n-1][k-1] + b.choose[n-1][k]
		}
	}
	b.divide()
	return b
}

// milled returns the men of a set that are in a mill.
func (b *Board) milled(set uint32) (in uint32) {
	for _, mill := range b.mills {
		if set&mill == mill {
			in |= mill
		}
	}
	return in
}

// mill reports whether a man on a point is in a mill of a set.
func (b *Board) mill(set uint32, point int) bool {
	for _, mill := range b.millsAt[point] {
		if set&mill == mill {
			return true
		}
	}
	return false
}
