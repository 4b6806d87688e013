package montana

// The methods of a [block.Sequential] game, for variant Base: a gap is a sub-game, since only one
// card can fill it (Helmstetter 2007, section 3.3).

// Subgames returns the number of gaps.
func (g *Game) Subgames() int { return len(g.gaps) }

// Next returns the move that fills gap x.
func (g *Game) Next(x int) (m Move, ok bool) {
	to := g.where[g.gaps[x]]
	card := g.board[to-1] + 1
	from := g.where[card]
	return makeMove(card, from, to), from != 0
}

// Watched appends the cell on the left of gap x. The place of the card that fills the gap need not be
// watched: no other gap can take that card.
func (g *Game) Watched(x int, dst []int32) []int32 {
	return append(dst, int32(g.where[g.gaps[x]])-1)
}

// Changed appends the two cells that m changes.
func (g *Game) Changed(m Move, dst []int32) []int32 {
	return append(dst, int32(m.from()), int32(m.to()))
}

// HashChange returns the difference that m makes to the hash.
func (g *Game) HashChange(m Move) uint64 { return g.change(m) }
