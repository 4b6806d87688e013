package morpion

// Codes returns the number of codes of moves, for policies of package montecarlo.
func (g *Game) Codes() int { return lines * longest }

// longest is the number of points of the longest line.
const longest = 5

// AppendCodes appends the codes of moves, each of which is the line and which of its points is new:
// different moves have different codes.
func (g *Game) AppendCodes(dst []int32, moves []Move) []int32 {
	for _, m := range moves {
		// The position of the new point on the straight is its row in a column and else its column.
		position := uint32(m) >> pointShift
		if m.straight().direction() == vertical {
			position >>= 6
		}
		start := uint32(m) >> startShift
		dst = append(dst, int32((uint32(m.straight())<<6|start)*longest+(position-start)&gridMask))
	}
	return dst
}
