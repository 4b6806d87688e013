package backgammon

import "math/bits"

// flip returns the points of one side as numbered by the other side. The bar is left out.
func flip(m uint32) uint32 { return bits.Reverse32(m) >> (31 - Bar) & points }

// plays appends all plays of the throw.
func (p *position) plays(dst []Move) []Move {
	other := 1 - p.side
	b := board{
		occupied: p.occupied[p.side],
		single:   p.occupied[p.side] &^ p.made[p.side],
		blocked:  flip(p.made[other]),
		blots:    flip(p.occupied[other] &^ p.made[other]),
	}
	if p.dice[0] == p.dice[1] {
		d := doubles{board: b, die: int(p.dice[0]), checkers: p.checkers[p.side], list: dst, start: len(dst)}
		d.extend(0, 0, Bar)
		return d.list
	}
	return b.pairs(dst, int(p.dice[0]), int(p.dice[1]))
}

// A board holds the sets of points on which the plays of a side depend, as the side numbers them.
type board struct {
	occupied uint32 // points with checkers of the side
	single   uint32 // those with exactly one
	blocked  uint32 // points made by the other side
	blots    uint32 // points with one checker of the other side
}

// sources returns the points from which a checker can move by a die, given the points with checkers of the side.
func (b *board) sources(occupied uint32, die int) uint32 {
	open := occupied &^ (b.blocked << die)
	if occupied>>Bar != 0 {
		return open & (1 << Bar)
	}
	from := open &^ (1<<(die+1) - 1)
	switch {
	case occupied>>7 != 0: // not all checkers are in the home board
	case occupied>>die != 0:
		from |= occupied & (1 << die)
	case occupied != 0:
		from |= 1 << highest(occupied)
	}
	return from
}

// after returns the occupied points after a movement, at the beginning of a play.
func (b *board) after(from, to int) uint32 {
	occupied := b.occupied &^ (b.single & (1 << from))
	if to != Off {
		occupied |= 1 << to
	}
	return occupied
}

func highest(m uint32) int { return 31 - bits.LeadingZeros32(m) }

// pairs appends the plays of a throw of two different numbers, x the greater one.
//
// A play that uses both numbers is a pair of points: a checker moves from one point by x, and a checker from the other by y. The
// order of the two movements does not change the result. Two pairs have the same result in two cases only: one checker moves by
// both numbers without a hit on the way, or two checkers are borne off.
func (b *board) pairs(dst []Move, x, y int) []Move {
	start := len(dst)
	var listed [26]uint32 // for each point from which x is played, the points from which y is played afterwards
	first := b.sources(b.occupied, x)
	for m := first; m != 0; {
		from := highest(m)
		m &^= 1 << from
		second := b.sources(b.after(from, max(from-x, Off)), y)
		listed[from] = second
		for n := second; n != 0; {
			with := highest(n)
			n &^= 1 << with
			if !b.repeats(from, with, x, y, &listed) {
				dst = append(dst, newPlay(x, y, from, with))
			}
		}
	}
	reverse := b.sources(b.occupied, y)
	for m := reverse; m != 0; {
		with := highest(m)
		m &^= 1 << with
		for n := b.sources(b.after(with, max(with-y, Off)), x); n != 0; {
			from := highest(n)
			n &^= 1 << from
			if listed[from]>>with&1 == 0 && !b.repeats(from, with, x, y, &listed) {
				dst = append(dst, newPlay(y, x, with, from))
			}
		}
	}
	switch {
	case len(dst) > start:
	case first != 0:
		dst = singles(dst, first, x, y)
	case reverse != 0:
		dst = singles(dst, reverse, y, x)
	default:
		dst = append(dst, Pass)
	}
	return dst
}

// repeats reports whether another pair has the same result as x played from the point from and y from the point with.
func (b *board) repeats(from, with, x, y int, listed *[26]uint32) bool {
	if from <= x && with <= y { // both checkers are borne off
		return from < with
	}
	if from != with-y || with <= x {
		return false
	}
	// A checker moves by y, then by x. By x, then by y, it comes to the same point.
	return listed[with]>>(with-x)&1 != 0 && b.blots>>(with-x)&1 == 0 && b.blots>>from&1 == 0
}

// singles appends the plays of one die.
func singles(dst []Move, from uint32, die, other int) []Move {
	for from != 0 {
		p := highest(from)
		from &^= 1 << p
		dst = append(dst, newPlay(die, other, p))
	}
	return dst
}

// doubles lists the plays of a double. Each play moves its checkers in descending order of their points; if a play is legal in
// any order, this order is legal. Different sets of starting points have different results.
type doubles struct {
	board
	die      int
	checkers [26]int8
	list     []Move
	start    int // of the plays in list
	most     int // movements of a play
}

// extend lists the plays that begin with the n movements of m. The next movement is from a point up to top.
func (d *doubles) extend(m Move, n, top int) {
	from := uint32(0)
	if n < 4 {
		from = d.sources(d.occupied, d.die) & (1<<(top+1) - 1)
	}
	if from == 0 {
		d.add(m, n)
		return
	}
	before := d.occupied
	for from != 0 {
		p := highest(from)
		from &^= 1 << p
		to := max(p-d.die, Off)
		d.checkers[p]--
		d.checkers[to]++
		if d.checkers[p] == 0 {
			d.occupied &^= 1 << p
		}
		if to != Off {
			d.occupied |= 1 << to
		}
		d.extend(m|Move(p)<<(n*pointBits), n+1, p)
		d.checkers[p]++
		d.checkers[to]--
		d.occupied = before
	}
}

// add lists a play of n movements, which replaces all plays of fewer.
func (d *doubles) add(m Move, n int) {
	if n < d.most {
		return
	}
	if n > d.most {
		d.list, d.most = d.list[:d.start], n
	}
	if n > 0 {
		m |= newPlay(d.die, d.die)
	}
	d.list = append(d.list, m)
}
