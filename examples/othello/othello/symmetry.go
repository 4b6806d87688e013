package othello

// symmetries are the symmetries of the board, by the numbers of bitboard.image, that leave the start as it is: the
// identity, half a turn, and the reflections at both diagonals.
var symmetries = [...]int{0, 3, 4, 7}

// Symmetries returns 4: the rotations and reflections of the board that leave the start as it is. The others exchange its
// colours, so that no game has both a position and its image.
func (g *position) Symmetries() int { return len(symmetries) }

// HashUnder returns the hash of the image of the position under symmetry s.
func (g *position) HashUnder(s int) uint64 {
	return hash(g.own.image(symmetries[s]), g.other.image(symmetries[s]), g.side)
}

// MoveUnder returns the image of m under symmetry s.
func (g *position) MoveUnder(s int, m Move) Move {
	if m == Pass {
		return m
	}
	return Move((bitboard(1) << m).image(symmetries[s]).first())
}
