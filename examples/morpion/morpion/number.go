package morpion

// Numbers returns the number of numbers of moves.
func (g *Game) Numbers() int { return lines * longest }

// longest is the number of points of the longest line.
const longest = 5

// Number returns the number of a move, which is the line and which of its points is new: different moves have
// different numbers.
func (g *Game) Number(m Move) int {
	// The position of the new point on the straight is its row in a column and else its column.
	position := uint32(m) >> pointShift
	if m.straight().direction() == vertical {
		position >>= 6
	}
	start := uint32(m) >> startShift
	return int((uint32(m.straight())<<6|start)*longest + (position-start)&gridMask)
}

// AppendNumbers appends the numbers of moves.
func (g *Game) AppendNumbers(dst []int32, moves []Move) []int32 {
	for _, m := range moves {
		dst = append(dst, int32(g.Number(m)))
	}
	return dst
}
