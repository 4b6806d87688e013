package goban

// shapes are patterns of the eight points around a move that playouts look for: hanes, cuts and moves on the edge,
// mostly from Gelly, Wang, Munos and Teytaud (Modification of UCT with Patterns in Monte-Carlo Go, 2006, section 3.2).
// X and O are the two colours, x is anything but X, o anything but O, # the border, ? anything. Rotations, reflections
// and exchanged colours match too.
var shapes = [...]string{
	// hane
	"XOX" + "..." + "???",
	"XO." + "..." + "?.?",
	"XO?" + "X.." + "x.?",
	".O." + "X.." + "...",
	// cut
	"XO?" + "O.o" + "?o?",
	"XO?" + "O.X" + "???",
	"?X?" + "O.O" + "ooo",
	"OX?" + "o.O" + "???",
	// edge
	"X.?" + "O.?" + "###",
	"OX?" + "X.O" + "###",
	"?X?" + "x.O" + "###",
	"?OX" + "X.O" + "###",
}

// shaped is the set of the values of FastBoard.around that match one of shapes.
var shaped = func() (set [1 << 16 / 64]uint64) {
	for _, shape := range shapes {
		for symmetry := range symmetries {
			for _, swap := range []bool{false, true} {
				expand(shape, symmetry, swap, 0, 0, &set)
			}
		}
	}
	return set
}()

// matches reports whether the neighbours of a point match one of shapes.
func matches(around uint16) bool { return shaped[around>>6]>>(around&63)&1 != 0 }

// expand adds all neighbours that match a shape under a symmetry, with colours swapped if swap is set. code holds the
// points before number i.
func expand(shape string, symmetry int, swap bool, i int, code uint16, set *[1 << 16 / 64]uint64) {
	if i == len(shape) {
		set[code>>6] |= 1 << (code & 63)
		return
	}
	x, y := Under(symmetry, i%3, 2-i/3, 2)
	shift := [9]int{8, 0, 10, 2, 0, 4, 12, 6, 14}[3*y+x]
	for c := Empty; c <= Border; c++ {
		if stands[shape[i]]>>c&1 == 0 {
			continue
		}
		as := c
		if swap {
			as = c.Opponent()
		}
		expand(shape, symmetry, swap, i+1, code|uint16(as)<<shift, set)
	}
}

// stands has the set of colours of a letter of a shape, where X is black.
var stands = ['x' + 1]uint8{'.': 1 << Empty, 'X': 1 << Black, 'O': 1 << White, 'x': 15 &^ (1 << Black), 'o': 15 &^ (1 << White), '#': 1 << Border, '?': 15}

// Shape reports whether a point is empty and matches a pattern of [Policy].
func (b *Board) Shape(p Point) bool {
	if b.At(p) != Empty {
		return false
	}
	code := uint16(0)
	diagonals := b.diagonals()
	for d, step := range b.steps {
		code |= uint16(b.cell[p+step].color)<<(2*d) | uint16(b.cell[p+diagonals[d]].color)<<(8+2*d)
	}
	return matches(code)
}
