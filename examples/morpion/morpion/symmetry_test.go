package morpion

// symmetries is the number of symmetries of the square. Symmetry s exchanges left and right if bit 0 of
// it is set, then up and down for bit 1, then rows and columns for bit 2.
const symmetries = 8

// The symmetries make the game a [ply.Symmetric], whose laws tie the rules to the geometry of the grid.

// Symmetries returns 8, the symmetries of the square about the centre of the cross.
func (g *Game) Symmetries() int { return symmetries }

// HashUnder returns the hash of the image of the position.
func (g *Game) HashUnder(s int) (hash uint64) {
	for l := range g.drawn() {
		hash ^= lineKeys()[g.lineUnder(s, l)]
	}
	return hash
}

// MoveUnder returns the image of m.
func (g *Game) MoveUnder(s int, m Move) Move {
	l := g.lineUnder(s, m.line())
	return moveOn(l.straight(), l.start(), g.pointUnder(s, m.point()))
}

func (g *Game) pointUnder(s int, p point) point {
	side := g.rule.variant.points() - 2 // of the cross, whose box is three sides wide
	last := 2*(reference-side) + 3*side // the sum of a column and its image
	x, y := p.x(), p.y()
	if s&1 != 0 {
		x = last - x
	}
	if s&2 != 0 {
		y = last - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return pointAt(x, y)
}

func (g *Game) lineUnder(s int, l line) line {
	d := l.straight().direction()
	switch {
	case d < falling && s&4 != 0:
		d ^= horizontal ^ vertical
	case d >= falling && (s&1 != 0) != (s&2 != 0):
		d ^= falling ^ rising
	}
	// The image may run the other way. Then it begins where the line ends.
	first, last := l.straight().at(l.start()), l.straight().at(l.start()+g.rule.variant.points()-1)
	straight, a := straightOf(d, g.pointUnder(s, first))
	_, b := straightOf(d, g.pointUnder(s, last))
	if (b-a)&gridMask != g.rule.variant.points()-1 {
		a = b
	}
	return lineAt(straight, a)
}
