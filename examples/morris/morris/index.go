package morris

import (
	"math/bits"
	"sort"
)

// A part is all positions with the same numbers of men on the board and of men to place.
type part struct {
	own, other uint8 // on the board, of the side to move and of the other
	hand       [2]uint8
	first      uint64 // index
	ways       uint32 // to place the men of the other side after the own ones
}

// divide numbers the positions part by part, and in each part by the points of the men. Sides are distinguished only as the
// side to move and the other one. Positions that are images of one another have the least index among them.
func (b *Board) divide() {
	for placed := range 2*b.men + 1 {
		hand := [2]uint8{uint8(b.men - placed/2), uint8(b.men - (placed+1)/2)}
		for own := range b.men - int(hand[0]) + 1 {
			for other := range b.men - int(hand[1]) + 1 {
				if b.wins && own+other < placed {
					continue // no man is ever taken
				}
				p := part{uint8(own), uint8(other), hand, b.size, b.choose[b.points()-own][other]}
				b.partOf[partKey(p.own, p.other, p.hand[0], p.hand[1])] = uint8(len(b.parts))
				b.parts = append(b.parts, p)
				b.size += uint64(b.choose[b.points()][own]) * uint64(p.ways)
			}
		}
	}
}

func partKey(own, other, ownHand, otherHand uint8) int {
	const digits = mostMen + 1
	return ((int(own)*digits+int(other))*digits+int(ownHand))*digits + int(otherHand)
}

// rank numbers the sets with the same number of points in ascending order.
func (b *Board) rank(set uint32) (r uint32) {
	for i := 1; set != 0; set &= set - 1 {
		r += b.choose[bits.TrailingZeros32(set)][i]
		i++
	}
	return r
}

func (b *Board) unrank(r uint32, k int) (set uint32) {
	for at := b.points() - 1; k > 0; at-- {
		if c := b.choose[at][k]; r >= c {
			r -= c
			set |= 1 << at
			k--
		}
	}
	return set
}

// squeeze removes the points of holes, which are not in set, and closes the gaps.
func squeeze(set, holes uint32) uint32 {
	for holes != 0 { // from the last on
		at := 31 - bits.LeadingZeros32(holes)
		holes ^= 1 << at
		below := uint32(1)<<at - 1
		set = set&below | set>>1&^below
	}
	return set
}

func stretch(set, holes uint32) uint32 {
	for ; holes != 0; holes &= holes - 1 {
		below := holes&-holes - 1
		set = set&below | set&^below<<1
	}
	return set
}

// Positions returns the number of indices: 52 766 653 with six men, of which about one in 16 belongs to a position.
func (g *Game) Positions() uint64 { return g.board.size }

func (g *Game) Index() uint64 {
	b := g.board
	own, other := g.men[g.toMove], g.men[g.toMove^1]
	// The least index has the least set of own men and then the least set of others.
	least, rest := own, other
	for _, under := range b.under {
		if o := under[own]; o <= least {
			if r := under[other]; o < least || r < rest {
				least, rest = o, r
			}
		}
	}
	p := &b.parts[b.partOf[partKey(uint8(bits.OnesCount32(own)), uint8(bits.OnesCount32(other)), g.hand[g.toMove], g.hand[g.toMove^1])]]
	return p.first + uint64(b.rank(least))*uint64(p.ways) + uint64(b.rank(squeeze(rest, least)))
}

// SetIndex sets the position by its index. It returns false for an unused index: an image has a lesser one.
func (g *Game) SetIndex(i uint64) bool {
	b := g.board
	p := &b.parts[sort.Search(len(b.parts), func(n int) bool { return b.parts[n].first > i })-1]
	r := uint32(i - p.first)
	own := b.unrank(r/p.ways, int(p.own))
	other := stretch(b.unrank(r%p.ways, int(p.other)), own)
	g.toMove = (p.hand[0] ^ p.hand[1]) & 1
	g.men[g.toMove], g.men[g.toMove^1] = own, other
	g.hand[g.toMove], g.hand[g.toMove^1] = p.hand[0], p.hand[1]
	return g.Index() == i
}
