package backgammon

import (
	"math"
	"math/bits"
)

// Weights of the evaluation, in points.
var (
	// madeWorth are the values of made points, from the ace point on.
	madeWorth = [25]float64{0, 0.02, 0.05, 0.10, 0.14, 0.17, 0.13, 0.12, 0.06, 0.03, 0.03, 0.02, 0.02, 0.02, 0.02, 0.03, 0.04, 0.05, 0.08, 0.08, 0.12, 0.14, 0.07, 0.05, 0.03}
)

const (
	primeWorth  = 0.03  // of each pair of made points in a row that a checker of the other side has not passed
	hitWorth    = 0.010 // of each pip that a hit costs
	homeWorth   = 0.14  // of a hit, for each made point of the home board that the hit checker has to enter
	barWorth    = 0.10  // of a checker on the bar, and the same for each made point of the home board
	stackWorth  = 0.015 // lost by each checker above three on a point
	gammonWorth = 1.0
)

// Expectation returns an estimate, made by hand, of the expected points of the side that ToMove returns or, before a throw, of
// White. If the sides have passed one another, it is the probability of winning the race by Kleinman's formula, with gammons.
// Otherwise it also counts made points, blots by the throws that hit them, and checkers on the bar. In a finished position, it
// returns the points.
func (g *Game) Expectation() float64 {
	p := &g.now
	switch {
	case p.finished():
		return float64(g.Outcome())
	case p.dice[0] == 0 && p.side == 1:
		return -p.estimate(1)
	}
	return p.estimate(int(p.side))
}

// estimate returns the expected points of the side whose turn it is.
func (p *position) estimate(us int) float64 {
	them := 1 - us
	race := p.race(us)
	if p.passed() {
		return race + p.gammons(us) - p.gammons(them)
	}
	x := 0.8*race + p.structure(us) - p.structure(them) - 0.75*p.danger(us) + 0.0*p.danger(them)
	return 1.6 * math.Tanh(x/1.6)
}

// passed reports whether no checker can hit another any more.
func (p *position) passed() bool {
	return highest(p.occupied[0]|1)+highest(p.occupied[1]|1) < Bar
}

// race returns the difference between the probabilities of winning and of losing a race for the side to throw (Kleinman 1980).
func (p *position) race(us int) float64 {
	own, other := float64(p.pips(us)), float64(p.pips(1-us))
	lead := other - own + 4
	return math.Copysign(math.Erf(math.Abs(lead)/math.Sqrt(max(own+other-4, 4))), lead)
}

// gammons returns the probability of a gammon in a race.
func (p *position) gammons(us int) float64 {
	them := 1 - us
	if p.checkers[them][Off] > 0 {
		return 0
	}
	outside := 0.0
	for m := p.occupied[them] >> 7 << 7; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		outside += float64((point - 6) * int(p.checkers[them][point]))
	}
	rolls := outside/8.17 + 1
	own := max(float64(p.pips(us))/8.17, float64(Checkers-p.checkers[us][Off])/2) + 0.5
	return 0.5 * (1 + math.Erf((rolls-own)/1.2))
}

// structure returns the value of the made points of a side and of its checkers on the bar.
func (p *position) structure(us int) float64 {
	them := 1 - us
	made := p.made[us] & points
	value := 0.0
	for m := made; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		value += madeWorth[point] - stackWorth*float64(max(p.checkers[us][point]-3, 0))
	}
	// Checkers of the other side behind the prime, on higher numbers of theirs.
	back := highest(p.occupied[them] | 1)
	for run := made & (made >> 1) & points; run != 0; run &= run - 1 {
		if Bar-back < bits.TrailingZeros32(run) {
			value += primeWorth
		}
	}
	if n := p.checkers[them][Bar]; n > 0 {
		home := bits.OnesCount32(p.made[us] & 0x7e)
		value += float64(n) * (barWorth + barWorth*float64(home))
	}
	return value
}

// danger returns the expected loss from hits by the next throw of the other side.
func (p *position) danger(us int) float64 {
	them := 1 - us
	made := p.made[us]
	home := bits.OnesCount32(p.made[them] & 0x7e)
	value := 0.0
	for m := p.occupied[us] &^ made & points; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		// Bit d: a checker of the other side at distance d.
		shooters := p.occupied[them] >> (Bar - point)
		chance := float64(shots[shooters>>1&(1<<12-1)]) / 36
		value += chance * (hitWorth*float64(Bar-point) + homeWorth*float64(home))
	}
	return value
}

// shots are the numbers of the 36 throws that hit a blot, by the distances from 1 to 12 at which there are checkers, bit 0 for
// distance 1. Points between that the blot's side has made are ignored.
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
