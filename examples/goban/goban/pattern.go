package goban

// shapes are patterns of the eight points around a move that make it worth a look in playouts: hanes, cuts and
// moves on the edge, mostly those that Gelly, Wang, Munos and Teytaud found to help (Modification of UCT with Patterns
// in Monte-Carlo Go, 2006, section 3.2). X and O are stones of the two colours, either of which may be to move; x is
// anything but X, o anything but O, # the border, and ? anything at all. Rotations and reflections are meant, too.
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

// expand adds all neighbours that match a shape under a symmetry, with the colours swapped if asked for. Those of the
// points before number i are in code.
func expand(shape string, symmetry int, swap bool, i int, code uint16, set *[1 << 16 / 64]uint64) {
	if i == len(shape) {
		set[code>>6] |= 1 << (code & 63)
		return
	}
	if i == 4 { // the move
		expand(shape, symmetry, swap, i+1, code, set)
		return
	}
	x, y := i%3-1, 1-i/3
	if symmetry&1 != 0 {
		x = -x
	}
	if symmetry&2 != 0 {
		y = -y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	for c := Empty; c <= Border; c++ {
		if !stands(shape[i], c) {
			continue
		}
		if as := c; as == Border || !swap {
			expand(shape, symmetry, swap, i+1, code|uint16(as)<<shiftOf(x, y), set)
		} else {
			expand(shape, symmetry, swap, i+1, code|uint16(as.Opponent())<<shiftOf(x, y), set)
		}
	}
}

// stands reports whether a letter of a shape stands for a colour, where X is black.
func stands(letter byte, c Color) bool {
	switch letter {
	case '.':
		return c == Empty
	case 'X':
		return c == Black
	case 'O':
		return c == White
	case 'x':
		return c != Black
	case 'o':
		return c != White
	case '#':
		return c == Border
	}
	return true
}

// shiftOf returns where the colour of the neighbour in a direction is in FastBoard.around.
func shiftOf(x, y int) int {
	switch {
	case y == 0:
		return 3 + x // left 2, right 4
	case x == 0:
		return 3 + 3*y // below 0, above 6
	}
	return 8 + (x + 1) + 2*(y+1)
}

// Shape reports whether a point is empty and the eight points around it match a pattern that playouts look for, see
// [Policy].
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
