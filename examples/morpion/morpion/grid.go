package morpion

import "image"

// The grid is 64 × 64 points and wraps around: what leaves it on one side comes in on the other. No
// game is so wide that this shows. At least four rows and four columns stay empty, and a line across
// them would be too long.
//
// With lines of five points: each point has eight directions. A line takes one of its end points and
// two of the others. The 36 points of the start have 288, a move brings 8 and takes 8, or 10 if lines
// are disjoint. So never more than 288 are free (Demaine, Demaine, Langerman and Langerman 2006). On
// each straight with points on it, in any of the four directions, the outermost two have one free, that
// outwards. So points are on at most 144 straights. They are on all rows and columns of their bounding
// box, since a new point is next to an old one, and for the same reason on one at least of any two
// neighbouring diagonals that they span. The cross has 10 rows, 10 columns and 13 diagonals each way. A
// point c columns beyond the cross adds at least c-1 diagonals to the two ways together. So a box of w
// columns has w columns, at least 10 rows and at least 26 + (w-10) - 2 diagonals: w is at most 60.
//
// With lines of four points: a game has 62 moves at most (enumerated by Quist 2008). Of any five
// neighbouring columns beyond the cross one has two points: else the lines that brought the first
// points to the last two of these columns would lie on one straight and overlap. So c columns on one
// side take at least c+⌊c/5⌋ moves, and to the 7 of the cross at most 53 are added.
const (
	gridSize = 64
	gridMask = gridSize - 1
)

// reference is the row and the column of the inner corner of the cross at the upper left. It is where
// Pentasol has it.
const reference = 28

// A point is a row and a column of the grid, of 6 bits each.
type point uint16

func pointAt(x, y int) point { return point(y&gridMask<<6 | x&gridMask) }

func (p point) x() int { return int(p & gridMask) }
func (p point) y() int { return int(p >> 6) }

// points is the number of points of the grid.
const points = gridSize * gridSize

// A direction is one of the four in which lines are drawn. Positions on a straight are numbered by
// their columns, in a column by their rows.
type direction uint8

const (
	horizontal direction = iota
	vertical
	falling // to the right and down
	rising  // to the right and up
	directions
)

// steps are the differences between one point and the next in a direction.
var steps = [directions]image.Point{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// A straight is what can be drawn in one direction from one end of the grid to the other: 64 points.
// The direction is in the high two bits, and below them a number: of the row, of the column, column
// minus row, or column plus row.
type straight uint8

// straights is the number of straights.
const straights = 4 * gridSize

// straightOf returns the straight in a direction through a point, and the position of that point.
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

// at returns the point at a position.
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

// A line is a straight, and below it in 6 bits the position of the line's first point.
type line uint16

func lineAt(s straight, start int) line { return line(s)<<6 | line(start&gridMask) }

func (l line) straight() straight { return straight(l >> 6) }
func (l line) start() int         { return int(l & gridMask) }

// lines is the number of lines.
const lines = straights * gridSize
