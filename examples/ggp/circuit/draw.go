package circuit

import "math/rand/v2"

// digits is the most binary digits that a number of legal moves can have.
const digits = 32

// A drawer draws one of the legal moves of a role in each lane, in all lanes at once: Vittaut 2017, algorithms 5.3 to
// 5.5. Word i of a number holds digit i of it for each lane. With l moves that can be legal at all, it takes O(l·log l)
// operations for 64 lanes.
type drawer struct {
	count  [digits]uint64 // the number of legal moves
	number [digits]uint64 // a random number below it
	mask   [digits]uint64 // the digits that this number can have
	used   int            // the number of digits of the greatest count
}

// add counts moves that are legal.
func (d *drawer) add(legal uint64) {
	for i := 0; legal != 0; i++ {
		if i == d.used {
			d.count[i] = legal
			d.used++
			return
		}
		d.count[i], legal = d.count[i]^legal, d.count[i]&legal
	}
}

// choose draws the numbers, uniformly from 0 to count-1 in each of the lanes, whose count must not be 0. Numbers that
// are too large are drawn again, in those lanes only.
//
// A lane draws the digits of its own count-1. If all lanes drew as many as the greatest count has, those with small
// counts would nearly always have to draw again: with counts from 1 to 36, that takes 104 rounds on average, and this
// takes 5.
func (d *drawer) choose(lanes uint64, random *rand.PCG) {
	used := d.used
	borrow, above := ^uint64(0), uint64(0)
	for i := range used {
		d.mask[i] = d.count[i] ^ borrow
		borrow &^= d.count[i]
		d.number[i] = 0
	}
	for i := used - 1; i >= 0; i-- {
		above |= d.mask[i]
		d.mask[i] = above
	}
	for open := lanes & above; open != 0; {
		below := uint64(0)
		for i := range used {
			a := uint64(0)
			if draw := open & d.mask[i]; draw != 0 {
				a = random.Uint64() & draw
				d.number[i] = d.number[i]&^open | a
			}
			below = below&^(a^d.count[i]) | d.count[i]&^a
		}
		open &^= below
	}
}

// take counts the numbers down by the moves that are legal in the given lanes, and returns the lanes in which the number
// was 0: there, this move is the one that was drawn.
func (d *drawer) take(legal uint64) uint64 {
	number := d.number[:d.used]
	for i, a := range number {
		number[i] = a ^ legal
		legal &^= a
	}
	return legal
}
