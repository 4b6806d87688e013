package circuit

import "math/rand/v2"

// digits is the maximum number of binary digits of a number of legal moves.
const digits = 32

// A drawer draws a legal move of a role in each of 64 lanes at once: Vittaut 2017, algorithms 5.3 to 5.5. Word i of a
// number holds digit i for each lane. It takes O(l·log l) operations for l moves that can be legal at all.
type drawer struct {
	count  [digits]uint64 // the number of legal moves
	number [digits]uint64 // a random number below count
	mask   [digits]uint64 // the digits that number can have
	used   int            // the number of digits of the greatest count
	legal  []uint64       // the lanes in which each move is legal
	moves  []int32        // the numbers of these moves
}

// sum counts the legal moves, given a word for each move. Four words are added at a time, with carries to higher digits.
func (d *drawer) sum(legal []uint64) {
	d.used = 0
	var ones, twos uint64
	for ; len(legal) >= 4; legal = legal[4:] {
		sum, a := add(ones, legal[0], legal[1])
		sum, b := add(sum, legal[2], legal[3])
		ones = sum
		twos, a = add(twos, a, b)
		d.carry(2, a)
	}
	for _, word := range legal {
		var a uint64
		ones, a = add(ones, word, 0)
		twos, a = add(twos, a, 0)
		d.carry(2, a)
	}
	d.count[0], d.count[1] = ones, twos
	switch {
	case d.used > 2:
	case twos != 0:
		d.used = 2
	case ones != 0:
		d.used = 1
	}
}

func add(a, b, c uint64) (sum, carry uint64) {
	d := a ^ b
	return d ^ c, a&b | d&c
}

// carry adds a digit to the count, from place i up.
func (d *drawer) carry(i int, digit uint64) {
	for ; digit != 0; i++ {
		if i >= d.used {
			d.count[i] = digit
			d.used = i + 1
			return
		}
		d.count[i], digit = d.count[i]^digit, d.count[i]&digit
	}
}

// choose draws numbers, uniformly from 0 to count-1 in each lane, whose count must not be 0. Numbers that are too large
// are drawn again, in their lanes only.
//
// A lane draws only the digits of its count-1. With as many as the greatest count has, lanes with small counts would
// nearly always draw again: for counts from 1 to 36, in 104 rounds on average instead of 5.
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

// take finds the moves that were drawn, and replaces legal by them. It counts the numbers of the lanes down by each legal
// move: a lane makes the move at which its number is 0. The number then becomes 2ⁿ-1 for n digits, and the remaining
// moves do not bring it to 0 again.
func (d *drawer) take(lanes uint64, legal []uint64) {
	switch {
	case d.used <= 1:
		for i, word := range legal {
			legal[i] = word & lanes
		}
	case d.used <= 3:
		d.take3(lanes, legal)
	case d.used <= 6:
		d.take6(lanes, legal)
	default:
		number := d.number[:d.used]
		for i, word := range legal {
			word &= lanes
			for j, a := range number {
				number[j] = a ^ word
				word &^= a
			}
			legal[i] = word
		}
	}
}

// take3 is take for at most three digits, which stay in registers.
func (d *drawer) take3(lanes uint64, legal []uint64) {
	clear(d.number[d.used:3])
	a0, a1, a2 := d.number[0], d.number[1], d.number[2]
	for i, word := range legal {
		word &= lanes
		a0, word = a0^word, word&^a0
		a1, word = a1^word, word&^a1
		a2, word = a2^word, word&^a2
		legal[i] = word
	}
}

// take6 is take for at most six digits.
func (d *drawer) take6(lanes uint64, legal []uint64) {
	clear(d.number[d.used:6])
	a0, a1, a2, a3, a4, a5 := d.number[0], d.number[1], d.number[2], d.number[3], d.number[4], d.number[5]
	for i, word := range legal {
		word &= lanes
		a0, word = a0^word, word&^a0
		a1, word = a1^word, word&^a1
		a2, word = a2^word, word&^a2
		a3, word = a3^word, word&^a3
		a4, word = a4^word, word&^a4
		a5, word = a5^word, word&^a5
		legal[i] = word
	}
}
