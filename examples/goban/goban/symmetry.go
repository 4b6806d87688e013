package goban

// symmetries is the number of rotations and reflections of a board.
const symmetries = 8

// newImages returns the image of each point under each symmetry: bit 0 exchanges left and right, bit 1 top and bottom, and
// then bit 2 columns and rows.
func (g *geometry) newImages() (images [symmetries][]Point) {
	for s := range images {
		images[s] = make([]Point, g.cells)
		images[s][Pass] = Pass
		for _, p := range g.points {
			x, y := int(p)%int(g.stride)-1, int(p)/int(g.stride)-1
			if s&1 != 0 {
				x = g.size - 1 - x
			}
			if s&2 != 0 {
				y = g.size - 1 - y
			}
			if s&4 != 0 {
				x, y = y, x
			}
			images[s][p] = g.point(x, y)
		}
	}
	return images
}

// PointUnder returns the image of a point of the board under a symmetry, from 0, the identity, to 7: a rotation or a
// reflection of the board. NoPoint and Pass are their own images.
func (b *Board) PointUnder(s int, p Point) Point { return b.images[s&7][p] }

// HashUnder returns the hash that the image of the position under a symmetry has. It looks at every stone.
func (b *Board) HashUnder(s int) uint64 {
	image := b.images[s&7]
	h := b.geometry.start
	for _, p := range b.points {
		if c := b.cell[p].color; c != Empty {
			h ^= b.keys[2*int(image[p])+int(c)-1]
		}
	}
	h ^= b.geometry.ko[image[b.ko]]
	if b.toMove == White {
		h ^= toMove
	}
	return h
}

// Symmetries returns the number of symmetries: 8, or 1 with superko, since earlier positions have no images there.
func (g *Game) Symmetries() int {
	if g.Board.rules.Superko {
		return 1
	}
	return symmetries
}

// HashUnder returns the hash of the image of the position under a symmetry.
func (g *Game) HashUnder(s int) uint64 { return g.Board.HashUnder(s) ^ g.besides() }

// MoveUnder returns the image of a move under a symmetry.
func (g *Game) MoveUnder(s int, p Point) Point { return g.Board.PointUnder(s, p) }
