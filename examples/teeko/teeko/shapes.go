package teeko

import "math/bits"

// The board. Square 0 is a1, square 1 is b1, square 5 is a2.
const (
	side    = 5
	squares = side * side
	board   = 1<<squares - 1
	men     = 4 // of each player
)

// near holds the squares beside each square.
var near = func() (near [squares]uint32) {
	for a := range squares {
		for b := range squares {
			x, y := a%side-b%side, a/side-b/side
			if a != b && max(x, -x) <= 1 && max(y, -y) <= 1 {
				near[a] |= 1 << b
			}
		}
	}
	return near
}()

// fits reports whether a shape of width columns, whose lowest square is square at, is in one piece on the board.
func fits(at, left, width int) bool { return at%side >= left && at%side-left+width <= side }

// wins reports whether four men win.
func (v Variant) wins(set uint32) bool {
	at := bits.TrailingZeros32(set)
	switch set >> at {
	case 1 | 1<<1 | 1<<2 | 1<<3:
		return fits(at, 0, 4)
	case 1 | 1<<5 | 1<<10 | 1<<15:
		return true
	case 1 | 1<<6 | 1<<12 | 1<<18:
		return fits(at, 0, 4)
	case 1 | 1<<4 | 1<<8 | 1<<12:
		return fits(at, 3, 4)
	case 1 | 1<<1 | 1<<5 | 1<<6:
		return fits(at, 0, 2)
	case 1 | 1<<2 | 1<<10 | 1<<12:
		return v == Advanced && fits(at, 0, 3)
	case 1 | 1<<3 | 1<<15 | 1<<18:
		return v == Advanced && fits(at, 0, 4)
	case 1 | 1<<4 | 1<<20 | 1<<24:
		return v == Advanced
	default:
		return false
	}
}
