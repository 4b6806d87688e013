package morpion

import (
	"image"
	"math/bits"
)

// A Move is a line and its new point. The low 8 bits are the straight, the 12 bits from bit 8 on the new point, and the high 6 bits
// the position of the first point of the line. The layout serves [clash].
type Move uint32

const (
	pointShift = 8
	startShift = 26
)

func makeMove(l line, p point) Move { return moveOn(l.straight(), l.start(), p) }

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
