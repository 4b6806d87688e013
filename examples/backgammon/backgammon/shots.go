package backgammon

import "math/bits"

// Shots are throws that hit a blot. Both kinds of counts below look at the next throw of the other side.

// A volley counts the throws of a side that hit blots of the other side, whose made points block the way. Points are
// numbered for the side that throws.
type volley struct {
	checkers      uint32 // the points with checkers that are not on the bar
	bar           int    // the checkers on the bar, which have to enter first
	blocked       uint32 // made points of the other side, and those borne off to
	blots         uint32
	hit, two, pip int // throws of 36 that hit, and that hit two blots; the pips that the throws that hit cost
}

// shotsAt returns the throws that hit the blots of a side.
func (p *position) shotsAt(side int) volley {
	other := 1 - side
	v := volley{
		checkers: p.occupied[other] & points, bar: int(p.checkers[other][Bar]),
		blocked: flip(p.made[side]) | 1<<Off, blots: flip(p.occupied[side] &^ p.made[side]),
	}
	if v.blots == 0 || v.bar == 0 && v.checkers>>bits.TrailingZeros32(v.blots) == 0 {
		return v
	}
	for a := 1; a <= 6; a++ {
		hits := v.blots & v.reachBy(a)
		v.count(hits, hits, 1)
		for b := 1; b < a; b++ {
			hits := v.blots & (v.reach(a, b) | v.reach(b, a))
			direct := hits
			if v.bar == 0 { // of two different checkers
				direct &= v.checkers>>a | v.checkers>>b
			}
			v.count(hits, direct, 2)
		}
	}
	return v
}

// count counts n throws that hit some of these blots. Two of the direct hits can be made with one throw.
func (v *volley) count(hits, direct uint32, n int) {
	if hits == 0 {
		return
	}
	v.hit += n
	v.pip += n * highest(hits)
	if bits.OnesCount32(direct) > 1 {
		v.two += n
	}
}

// reach returns the points on which checkers can land if they move by one number, then by the other.
func (v *volley) reach(first, second int) uint32 {
	switch landed := uint32(1) << (Bar - first) &^ v.blocked; {
	case v.bar == 0:
		return v.checkers>>first | (v.checkers>>first&^v.blocked)>>second
	case v.bar == 1 && landed == 0:
		return 0
	case v.bar == 1:
		return landed | (v.checkers|landed)>>second
	default:
		return landed
	}
}

// reachBy returns the points on which checkers can land by a double.
func (v *volley) reachBy(number int) (reached uint32) {
	from := v.checkers
	if v.bar > 0 {
		reached = 1 << (Bar - number) &^ v.blocked
		if from |= reached; reached == 0 {
			return 0
		}
	}
	for range 4 - v.bar {
		from >>= number
		reached |= from
		from &^= v.blocked
	}
	return reached
}

// danger returns the sum of the probabilities that the blots of a side are hit, and the same sum weighted with the pips
// that a hit costs, as if no point were blocked.
func (p *position) danger(side int) (hits, pips float64) {
	for m := p.occupied[side] &^ p.made[side] & points; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		hit := float64(shots[p.occupied[1-side]>>(Bar-point)>>1&(1<<12-1)]) / 36
		hits += hit
		pips += hit * float64(Bar-point)
	}
	return hits, pips
}

// shots are the numbers of the 36 throws that hit a blot, by the distances from 1 to 12 at which there are checkers, bit 0
// for distance 1.
var shots = func() (table [1 << 12]uint8) {
	for distances := range table {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				reach := 1<<(a-1) | 1<<(b-1) | 1<<(a+b-1)
				if a == b {
					reach |= 1<<(3*a-1) | 1<<(4*a-1)
				}
				if reach&distances != 0 {
					table[distances]++
				}
			}
		}
	}
	return table
}()
