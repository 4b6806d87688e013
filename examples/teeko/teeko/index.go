package teeko

import "math/bits"

// choose holds binomial coefficients, and ranks counts the sets of squares that come before one whose i-th square, from 0,
// is at a place.
var choose = func() (c [squares + 1][men + 1]uint32) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= men && n > 0; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// rank numbers the sets with the same number of squares, in ascending order.
func rank(set uint32) (r uint32) {
	for i := 1; set != 0; set &= set - 1 {
		r += choose[bits.TrailingZeros32(set)][i]
		i++
	}
	return r
}

// unrank returns the set of k squares with a rank.
func unrank(r uint32, k int) (set uint32) {
	for at := squares - 1; k > 0; at-- {
		if c := choose[at][k]; r >= c {
			r -= c
			set |= 1 << at
			k--
		}
	}
	return set
}

// squeeze leaves out the squares of holes, which are not in set, and closes the gaps.
func squeeze(set, holes uint32) uint32 {
	for holes != 0 { // from the last on
		at := 31 - bits.LeadingZeros32(holes)
		holes ^= 1 << at
		below := uint32(1)<<at - 1
		set = set&below | set>>1&^below
	}
	return set
}

// stretch is the inverse of squeeze.
func stretch(set, holes uint32) uint32 {
	for ; holes != 0; holes &= holes - 1 {
		below := holes&-holes - 1
		set = set&below | set&^below<<1
	}
	return set
}

// An index stands for the men of both sides, where the sides are told apart only as the one to move and the other one. The number
// of men tells which side that is until all men are placed. Then it is Black for the positions of indexes, and those with
// White to move have the index that they would have with the men exchanged.
//
// starts holds the first index for each number of men on the board.
var starts = func() (s [2*men + 2]uint64) {
	for n := range 2*men + 1 {
		own := n / 2
		s[n+1] = s[n] + uint64(choose[squares][own])*uint64(choose[squares-own][n-own])
	}
	return s
}()

// Positions returns the number of indices, 96 691 476. All but those of positions in which the side to move has already won
// belong to a position.
func (g *Game) Positions() uint64 { return starts[len(starts)-1] }

// Index returns the number of the present position among all positions. Positions that differ only in who is Black have
// the same.
func (g *Game) Index() uint64 { return index(g.men[g.toMove], g.men[g.toMove^1]) }

// index returns the index of a position by the men of the side to move and of the other one.
func index(own, other uint32) uint64 {
	n, k := bits.OnesCount32(own|other), bits.OnesCount32(own)
	return starts[n] + uint64(rank(own))*uint64(choose[squares-k][n-k]) + uint64(rank(squeeze(other, own)))
}

// SetIndex becomes a position with an index. It returns false if there is none.
func (g *Game) SetIndex(i uint64) bool {
	n := 0
	for i >= starts[n+1] {
		n++
	}
	i -= starts[n]
	k := n / 2
	ways := choose[squares-k][n-k]
	own := unrank(uint32(i)/ways, k)
	if k == men && g.variant.wins(own) {
		return false
	}
	g.toMove = uint8(n & 1)
	g.men[g.toMove], g.men[g.toMove^1] = own, stretch(unrank(uint32(i)%ways, n-k), own)
	return true
}

// Successors appends the indices of the positions after all moves to other.
func (g *Game) Successors(other, same []uint64) (others, sames []uint64) {
	if g.won() {
		return other, same
	}
	own, theirs := g.men[g.toMove], g.men[g.toMove^1]
	empty := board &^ (own | theirs)
	if g.placing() {
		for ; empty != 0; empty &= empty - 1 {
			other = append(other, index(theirs, own|empty&-empty))
		}
		return other, same
	}
	first := starts[2*men] + uint64(rank(theirs))*uint64(choose[squares-men][men])
	for left := own; left != 0; left &= left - 1 {
		rest := own &^ (left & -left)
		for to := near[bits.TrailingZeros32(left)] & empty; to != 0; to &= to - 1 {
			other = append(other, first+uint64(rank(squeeze(rest|to&-to, theirs))))
		}
	}
	return other, same
}

// Predecessors appends the indices of the positions before all moves to other.
func (g *Game) Predecessors(other, same []uint64) (others, sames []uint64) {
	own, theirs := g.men[g.toMove], g.men[g.toMove^1]
	if bits.OnesCount32(own) == men && g.variant.wins(own) {
		return other, same // the game ended before
	}
	// While men are placed, or after the last of them, the last move placed one.
	for left := theirs; left != 0; left &= left - 1 {
		other = append(other, index(theirs&^(left&-left), own))
	}
	if bits.OnesCount32(own|theirs) < 2*men {
		return other, same
	}
	empty := board &^ (own | theirs)
	for left := theirs; left != 0; left &= left - 1 {
		rest := theirs &^ (left & -left)
		for from := near[bits.TrailingZeros32(left)] & empty; from != 0; from &= from - 1 {
			other = append(other, index(rest|from&-from, own))
		}
	}
	return other, same
}
