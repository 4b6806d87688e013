package morpion

import (
	"image"
	"math/bits"
)

// The grid is 64 × 64 points and wraps around. No game is wide enough to notice: at least four rows and four columns stay empty, and
// no line crosses them.
//
// Proof for lines of five points: each point has eight directions. A line uses one direction of each end point and two of each other
// point, eight in all, or ten if lines are disjoint. The 36 points of the start have 288 directions, and a move adds a point, so
// never more than 288 are free (Demaine, Demaine, Langerman and Langerman 2006). The two outermost points of each straight with points
// have a free direction outwards, so at most 144 straights have points. All rows and columns of the bounding box have points, since a
// new point is next to an old one, and so does at least one of any two neighbouring diagonals in it. The cross has 10 rows, 10 columns
// and 13 diagonals each way. A point c columns beyond the cross adds at least c-1 diagonals in the two ways together. A box of w
// columns thus has w columns, at least 10 rows and at least 26 + (w-10) - 2 diagonals, so w is at most 60.
//
// Proof for lines of four points: a game has at most 62 moves (enumerated by Quist 2008). Of any five neighbouring columns beyond the
// cross one has two points; otherwise the lines of the first points in the last two of these columns would lie on one straight and
// overlap. So c columns on one side take at least c+⌊c/5⌋ moves, and at most 53 columns are added to the 7 of the cross.
const (
	gridSize = 64
	gridMask = gridSize - 1
)

// reference is the row and the column of the inner corner of the cross at the upper left, as in Pentasol.
const reference = 28

// A point is a row and a column of the grid, of 6 bits each.
type point uint16

func pointAt(x, y int) point { return point(y&gridMask<<6 | x&gridMask) }

func (p point) x() int { return int(p & gridMask) }
func (p point) y() int { return int(p >> 6) }

const points = gridSize * gridSize

type direction uint8

const (
	horizontal direction = iota
	vertical
	falling // to the right and down
	rising  // to the right and up
	directions
)

// steps holds the difference between neighbouring points in each direction.
var steps = [directions]image.Point{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// A straight is a line of 64 points across the whole grid. The high two bits are the direction, and the others the row, the column,
// column minus row, or column plus row. The position of a point is its row on a vertical straight, and otherwise its column.
type straight uint8

const straights = 4 * gridSize

// straightOf returns the straight in a direction through a point, and the position of the point.
func straightOf(d direction, p point) (s straight, position int) {
	number, position := p.y(), p.x()
	switch d {
	case vertical:
		number, position = p.x(), p.y()
	case falling:
		number = p.x() - p.y()
	case rising:
		number = p.x() + p.y()
	}
	return straight(d)<<6 | straight(number&gridMask), position
}

func (s straight) direction() direction { return direction(s >> 6) }

func (s straight) at(position int) point {
	number := int(s & gridMask)
	switch s.direction() {
	case horizontal:
		return pointAt(position, number)
	case vertical:
		return pointAt(number, position)
	case falling:
		return pointAt(position, position-number)
	default:
		return pointAt(position, number-position)
	}
}

// A line is a straight in the high bits, and the position of the line's first point in the low 6 bits.
type line uint16

func lineAt(s straight, start int) line { return line(s)<<6 | line(start&gridMask) }

func (l line) straight() straight { return straight(l >> 6) }
func (l line) start() int         { return int(l & gridMask) }

const lines = straights * gridSize

// A Move is a line and its new point. The low 8 bits are the straight, the 12 bits from bit 8 on the new point, and the high 6 bits
// the position of the first point of the line. The layout serves [clash].
type Move uint32

const (
	pointShift = 8
	startShift = 26
)

// moveOn returns the move that draws the line on a straight from a position on, modulo the size of the grid.
func moveOn(s straight, start int, p point) Move {
	return Move(start)<<startShift | Move(p)<<pointShift | Move(s)
}

func (m Move) point() point       { return point(m >> pointShift & (points - 1)) }
func (m Move) straight() straight { return straight(m) }

// line rotates the start to below the straight.
func (m Move) line() line { return line(bits.RotateLeft32(uint32(m), 32-startShift) & (lines - 1)) }

// number returns the index of the new point in the line.
func (m Move) number() int {
	_, position := straightOf(m.straight().direction(), m.point())
	return (position - m.line().start()) & gridMask
}

// String writes the move as in a record with reference point (28,28), see [ReadRecord], with columns and rows of the grid, from 0 to
// 63. No known game comes near its borders.
func (m Move) String() string {
	return notation(m, image.Pt(m.point().x(), m.point().y()))
}

// A clash finds the moves that a move makes illegal: moves with the same new point, and moves whose lines share a mark with its line.
type clash struct {
	same uint32 // the new point and the straight of the move
	from uint32 // the first start of a line that shares a mark, as part of a move
	span uint32 // the distance from the first to the last such start
}

// with reports whether a move is illegal after the move of the clash.
func (c clash) with(m Move) bool {
	// The low 6 bits are the distance from the first start that clashes. The 8 bits above are 0 for the same straight, and the bits
	// above these are 0 for the same point.
	difference := bits.RotateLeft32(uint32(m)^c.same-c.from, 32-startShift)
	return difference < lines || difference&(lines-1) <= c.span
}
