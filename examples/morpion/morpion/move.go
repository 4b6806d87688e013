package morpion

import (
	"image"
	"math/bits"
)

// A Move is a line and which of its points is new. Moves with the same new point and different lines
// are different.
//
// It is a number of three parts, laid out for [clash]: in the low 8 bits the straight, from bit 8 on
// the new point, and in the high 6 bits the position of the first point of the line.
type Move uint32

const (
	pointShift = 8
	startShift = 26
)

func makeMove(l line, p point) Move { return moveOn(l.straight(), l.start(), p) }

// moveOn returns the move that draws the line on a straight from a position on, wrapped around as the grid does.
func moveOn(s straight, start int, p point) Move {
	return Move(start)<<startShift | Move(p)<<pointShift | Move(s)
}

func (m Move) point() point       { return point(m >> pointShift & (points - 1)) }
func (m Move) straight() straight { return straight(m) }

// line turns the start to where it comes below the straight.
func (m Move) line() line { return line(bits.RotateLeft32(uint32(m), 32-startShift) & (lines - 1)) }

// number returns which point of the line is new, from 0 on.
func (m Move) number() int {
	_, position := straightOf(m.straight().direction(), m.point())
	return (position - m.line().start()) & gridMask
}

// String writes the move as in a record with reference point (28,28), see [ReadRecord]. Columns and rows
// are those of the grid, from 0 to 63, which wraps around; no known game comes near its borders.
func (m Move) String() string {
	return notation(m, image.Pt(m.point().x(), m.point().y()))
}

// A clash finds the moves that one move makes illegal: those that have the same new point, and those
// whose lines take a mark of the straight that the line of this move takes.
type clash struct {
	same uint32 // the new point and the straight of the move
	from uint32 // the first start that a line can have to take such a mark, as part of a move
	span uint32 // the last such start, counted from the first
}

// with reports whether a move is illegal after that of the clash.
func (c clash) with(m Move) bool {
	// In 6 bits how far the line begins after the first start that clashes, wrapped around as the grid
	// does, above them in 8 bits whether the straight is another, above these whether the point is.
	difference := bits.RotateLeft32(uint32(m)^c.same-c.from, 32-startShift)
	return difference < lines || difference&(lines-1) <= c.span
}
