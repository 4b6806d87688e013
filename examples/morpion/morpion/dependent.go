package morpion

import "github.com/ply-search/ply"

// Needing appends the moves that need a condition, which makes the game a dependency.Needer: those whose
// lines have a point that is there, or those that need a point or a mark not to be there.
func (g *Game) Needing(c ply.Condition, dst []Move) []Move {
	if c.Cell >= points {
		if c.Value == 0 {
			dst = g.needingMark(c.Cell-points, dst)
		}
		return dst
	}
	p := point(c.Cell)
	for d := range directions {
		s, position := straightOf(d, p)
		for first := position - g.rule.variant.points() + 1; first <= position; first++ {
			l := lineAt(s, first)
			switch c.Value {
			case 0:
				dst = append(dst, makeMove(l, p))
			case 1:
				for i := range g.rule.variant.points() {
					if first+i != position {
						dst = append(dst, makeMove(l, s.at(first+i)))
					}
				}
			}
		}
	}
	return dst
}

// needingMark appends the moves that draw a line over a mark, which has this number.
func (g *Game) needingMark(mark int32, dst []Move) []Move {
	s, position := straight(mark/gridSize), int(mark%gridSize)
	for first := position - g.rule.variant.marks() + 1; first <= position; first++ {
		for i := range g.rule.variant.points() {
			dst = append(dst, moveOn(s, first, s.at(first+i)))
		}
	}
	return dst
}
