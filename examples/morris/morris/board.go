package morris

import (
	"fmt"
	"math/bits"
	"slices"
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
		names: strings.Fields("a3 b3 c3 a2 b2 c2 a1 b1 c1"),
		draw:  "3 #-#-#\n  |\\|/|\n2 #-#-#\n  |/|\\|\n1 #-#-#\n  a b c\n",
	}
	b.line(true, "a3 b3 c3", "a2 b2 c2", "a1 b1 c1", "a3 a2 a1", "b3 b2 b1", "c3 c2 c1", "a3 b2 c1", "a1 b2 c3")
	return b.prepare(
		func(x, y int) (int, int) { return 2 - y, x },
		func(x, y int) (int, int) { return 2 - x, y })
}

func newSix() *Board {
	b := &Board{
		name: "six", men: 6,
		names: strings.Fields("a5 c5 e5 b4 c4 d4 a3 b3 d3 e3 b2 c2 d2 a1 c1 e1"),
		draw:  "5 #---#---#\n  |   |   |\n4 | #-#-# |\n  | |   | |\n3 #-#   #-#\n  | |   | |\n2 | #-#-# |\n  |   |   |\n1 #---#---#\n  a b c d e\n",
	}
	b.line(true, "a5 c5 e5", "a5 a3 a1", "a1 c1 e1", "e5 e3 e1", "b4 c4 d4", "b4 b3 b2", "b2 c2 d2", "d4 d3 d2")
	b.line(false, "c5 c4", "a3 b3", "d3 e3", "c2 c1")
	return b.prepare(
		func(x, y int) (int, int) { return 4 - y, x },
		func(x, y int) (int, int) { return 4 - x, y },
		func(x, y int) (int, int) { // the outer square and the inner one change places
			dx, dy := x-2, y-2
			if max(dx, -dx, dy, -dy) == 2 {
				return 2 + dx/2, 2 + dy/2
			}
			return 2 + 2*dx, 2 + 2*dy
		})
}

// line draws lines, along which men move, and which are mills or not.
func (b *Board) line(mill bool, lines ...string) {
	if b.near == nil {
		b.near = make([]uint32, b.points())
	}
	for _, line := range lines {
		set, last := uint32(0), -1
		for name := range strings.FieldsSeq(line) {
			p := slices.Index(b.names, name)
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

// prepare computes what follows from the rest. The symmetries are all that some of them make, which move files and ranks.
func (b *Board) prepare(generators ...func(x, y int) (int, int)) *Board {
	b.millsAt = make([][]uint32, b.points())
	for p := range b.millsAt {
		for _, mill := range b.mills {
			if mill>>p&1 != 0 {
				b.millsAt[p] = append(b.millsAt[p], mill)
			}
		}
	}
	b.images = [][]int{make([]int, b.points())}
	for p := range b.names {
		b.images[0][p] = p
	}
	for i := 0; i < len(b.images); i++ {
		for _, g := range generators {
			next := make([]int, b.points())
			for p := range next {
				name := b.names[b.images[i][p]]
				x, y := g(int(name[0]-'a'), int(name[1]-'1'))
				next[p] = slices.Index(b.names, string([]byte{'a' + byte(x), '1' + byte(y)}))
			}
			if !slices.ContainsFunc(b.images, func(known []int) bool { return slices.Equal(known, next) }) {
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
