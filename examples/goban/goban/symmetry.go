package goban

// symmetries is the number of rotations and reflections of a board.
const symmetries = 8

// PointUnder returns the image of a point under a symmetry, from 0 (the identity) to 7. NoPoint and Pass are their own
// images.
func (b *Board) PointUnder(s int, p Point) Point { return b.images[s&7][p] }

// HashUnder returns the hash of the image of the position under a symmetry. It visits every stone.
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

// Stabilizer returns the set of symmetries under which the start of the game and all its moves are their own images,
// bit s for symmetry s. A move and its image are then equally good, even if play depends on earlier positions. Bit 0 is
// always set. It is the only one after captures, or if the earlier positions are unknown, as on a clone. The cost is a
// look at each move while symmetries are left.
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

// unchanged reports whether a symmetry preserves the stones and the ko.
func (b *Board) unchanged(s int) bool {
	image := b.images[s]
	for _, p := range b.points {
		if b.cell[image[p]].color != b.cell[p].color {
			return false
		}
	}
	return image[b.ko] == b.ko
}

// Symmetries returns 8, or 1 with superko, which depends on earlier positions.
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
