package goban

// symmetries is the number of rotations and reflections of a board.
const symmetries = 8

// under returns the image under a symmetry of a point in a column and a row, which are at most last: bit 0 exchanges left and
// right, bit 1 top and bottom, and then bit 2 columns and rows.
func under(s, x, y, last int) (int, int) {
	if s&1 != 0 {
		x = last - x
	}
	if s&2 != 0 {
		y = last - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return x, y
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
	return b.turned(h, image[b.ko])
}

// Stabilizer returns the set of the symmetries that leave the whole game up to now as it is, bit s for symmetry s: the
// position at the beginning, and every move. Whatever depends on the stones, on earlier positions or on the last moves
// is then the same for a move and for its image, and the two are equally good. Bit 0 is always set. Once a stone has been
// taken, or if the earlier positions are not known, as on a clone, only that is. It costs little where few symmetries are
// left: a look at each move.
func (b *Board) Stabilizer() uint8 {
	const identity, all = 1, 1<<symmetries - 1
	if b.taken[Black]+b.taken[White] > 0 {
		return identity
	}
	set, placed := uint8(all), 0
	for i := range b.log {
		p := b.log[i].point
		if p == Pass {
			continue
		}
		placed++
		for s := 1; s < symmetries; s++ {
			if b.images[s][p] != p {
				set &^= 1 << s
			}
		}
		if set == identity {
			return identity
		}
	}
	if b.rules.Superko && len(b.history.past) != placed+1 {
		return identity
	}
	if placed == len(b.points)-b.free && b.ko == NoPoint {
		return set // no stones were there in the beginning
	}
	for s := 1; s < symmetries; s++ {
		if set>>s&1 != 0 && !b.unchanged(s) {
			set &^= 1 << s
		}
	}
	return set
}

// unchanged reports whether a symmetry leaves the stones and the ko as they are.
func (b *Board) unchanged(s int) bool {
	image := b.images[s]
	for _, p := range b.points {
		if b.cell[image[p]].color != b.cell[p].color {
			return false
		}
	}
	return image[b.ko] == b.ko
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
