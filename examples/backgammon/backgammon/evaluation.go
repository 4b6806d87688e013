package backgammon

import (
	"math"
	"math/bits"
)

// Terms of the evaluation besides the points from 1 to 24. Each is the difference between the sides, except the last four.
const (
	raceTerm    = 25 + iota // the lead in pips, as in a race
	offTerm                 // checkers borne off
	stackTerm               // checkers above three on a point
	primeTerm               // pairs of made points in a row that a checker of the other side has to pass
	blockTerm               // made points of the other side on the six points before the rearmost checker
	barTerm                 // checkers of the other side on the bar
	closedTerm              // the same times the made points of the home board
	shotTerm                // blots of the other side: throws that hit, times the pips lost
	strikeTerm              // blots of the other side: throws that hit, times the made points of the home board
	exposedTerm             // shotTerm of the side to throw, whose blots the other side may hit later
	riskTerm                // strikeTerm of the side to throw
	terms
)

// weights are in points. They were found by temporal differences in 300 000 games of the evaluation against itself (Sutton 1988).
var weights = [terms]float64{
	0, 0.001, 0.015, 0.039, 0.072, 0.076, 0.083, 0.001, 0.035, -0.003, 0.016, 0.013, -0.03,
	0.008, -0.087, -0.042, -0.069, -0.093, -0.061, -0.189, -0.04, -0.042, -0.077, -0.149, -0.138,
	raceTerm: 0.512, offTerm: 0.178, stackTerm: 0.007, primeTerm: 0.058, blockTerm: -0.029, barTerm: 0.048,
	closedTerm: 0.045, shotTerm: 0.016, strikeTerm: 0.031, exposedTerm: 0.005, riskTerm: -0.028,
}

// bound is the limit of the values of positions in which sides can still hit each other.
const bound = 2

// Expectation returns an estimate of the expected points of the side that ToMove returns or, before a throw, of White. If the sides
// have passed each other, it is computed from the probability of winning the race by Kleinman's formula and from a similar
// probability of a gammon. Otherwise it is a sum of terms such as made points, blots and checkers on the bar. In a finished
// position, Expectation returns the points.
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
	if p.passed() {
		return p.race(us) + p.gammon(us) - p.gammon(1-us)
	}
	var f [terms]float64
	p.terms(us, &f)
	sum := 0.0
	for i, x := range f {
		sum += x * weights[i]
	}
	return bound * math.Tanh(sum/bound)
}

// passed reports whether no checker can hit another any more.
func (p *position) passed() bool { return p.rear(0)+p.rear(1) < Bar }

// rear returns the highest point of a side with a checker, or 0.
func (p *position) rear(side int) int { return highest(p.occupied[side] | 1) }

// race returns the difference between the probabilities of winning and of losing a race for the side to throw (Kleinman 1980).
func (p *position) race(us int) float64 {
	own, other := float64(p.pips(us)), float64(p.pips(1-us))
	lead := other - own + 4
	return math.Copysign(math.Erf(math.Abs(lead)/math.Sqrt(max(own+other-4, 4))/2), lead)
}

// gammon returns roughly the probability that a side wins a gammon in a race: that it bears off all of its checkers before the other
// side has brought its checkers home and borne off the first.
func (p *position) gammon(side int) float64 {
	other := 1 - side
	if p.checkers[other][Off] > 0 {
		return 0
	}
	outside := 0
	for m := p.occupied[other] >> 7 << 7; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		outside += (point - 6) * int(p.checkers[other][point])
	}
	// In throws. A throw brings 49/6 pips or bears off two checkers, four with a double.
	needs := float64(outside)/(49./6) + 1.1
	takes := max(float64(p.pips(side))/(49./6), 0.93*float64(Checkers-p.checkers[side][Off])/2)
	if side == int(p.side) {
		needs++ // the other side throws once less
	}
	return (1 + math.Erf((needs-takes)/(0.72*math.Sqrt(takes)))) / 2
}

// terms adds the terms of the evaluation for the side to throw.
func (p *position) terms(us int, f *[terms]float64) {
	f[raceTerm] = p.race(us)
	for i, sign := range [2]float64{1, -1} {
		side, other := us^i, us^i^1
		made := p.made[side] & points
		for m := made; m != 0; m &= m - 1 {
			point := bits.TrailingZeros32(m)
			f[point] += sign
			if n := p.checkers[side][point]; n > 3 {
				f[stackTerm] += sign * float64(n-3)
			}
		}
		f[offTerm] += sign * float64(p.checkers[side][Off])
		behind := uint32(1)<<(Bar-p.rear(other)) - 1 // points that no checker of the other side has to pass
		f[primeTerm] += sign * float64(bits.OnesCount32(made&(made>>1)&^behind))
		if rear := p.rear(side); rear > 6 {
			ahead := uint32(1)<<rear - 1<<(rear-6)
			f[blockTerm] += sign * float64(bits.OnesCount32(flip(p.made[other])&ahead))
		}
		homePoints := float64(bits.OnesCount32(made & home))
		bar := sign * float64(p.checkers[other][Bar])
		f[barTerm] += bar
		f[closedTerm] += bar * homePoints
		shot, strike := shotTerm, strikeTerm
		if i == 1 {
			shot, strike = exposedTerm, riskTerm
		}
		hits, pips := p.danger(other)
		f[shot] = pips
		f[strike] = hits * homePoints
	}
}
