package breakthrough

import "math/bits"

// perPiece is what a piece is worth by itself, and perRow[r] what it is worth to have come r rows beyond the first two.
const perPiece = 100

var perRow = [Size]int{0, 4, 12, 28, 60, 120}

// Evaluate counts pieces and how far they have come, for the side to move.
func (g *Game) Evaluate() int {
	if g.Finished() {
		return g.Outcome()
	}
	value := g.strength(0) - g.strength(1)
	if g.side == 1 {
		value = -value
	}
	return value
}

// strength returns what the pieces of a side are worth.
func (g *Game) strength(side int) int {
	value := perPiece * bits.OnesCount64(g.pieces[side])
	for row := 2; row < g.rows-1; row++ {
		from := row
		if side == 1 {
			from = g.rows - 1 - row
		}
		// The nearer to the goal, on a board of any size, the more.
		value += perRow[min(row-2+Size-g.rows, len(perRow)-1)] * bits.OnesCount64(g.pieces[side]&(firstRow<<(Size*from)))
	}
	return value
}

// Rank puts moves that win before those that take, and these before the others, the farthest first. See
// alphabeta.Ranker.
func (g *Game) Rank(_ int, moves []Move, ranks []int32) bool {
	goal := g.goal(g.side)
	for i, m := range moves {
		row := int32(m.To() / Size)
		if g.side == 1 {
			row = int32(g.rows-1) - row
		}
		ranks[i] = row
		if m.Takes() {
			ranks[i] += 10
		}
		if goal>>m.To()&1 != 0 {
			ranks[i] += 100
		}
	}
	return false
}
