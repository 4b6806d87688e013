package backgammon

import (
	"slices"
	"testing"
)

// Throws that hit are those by which single moves, tried one after the other, can hit.
func TestShotsAt(t *testing.T) {
	for _, g := range positions(t, 4) {
		for side := range 2 {
			hit, pips := 0, 0
			for a := 1; a <= 6; a++ {
				for b := 1; b <= 6; b++ {
					dice := []int{a, b}
					if a == b {
						dice = []int{a, a, a, a}
					}
					p := g.now
					p.side = int8(1 - side)
					if cost := dearestHit(p, dice); cost > 0 {
						hit++
						pips += cost
					}
				}
			}
			v := g.now.shotsAt(side)
			if v.hit != hit || v.pip != pips || v.two > v.hit {
				t.Fatalf("%v\nside %d: %d throws hit and cost %d pips, two at a time %d; by trying %d and %d",
					g, side, v.hit, v.pip, v.two, hit, pips)
			}
		}
	}
}

// dearestHit returns the greatest number of pips that a hit with some of the dice can cost the other side, or 0.
func dearestHit(p position, dice []int) (cost int) {
	side := int(p.side)
	for i, n := range dice {
		if i > 0 && n == dice[0] {
			break
		}
		for from := 1; from <= Bar; from++ {
			to := from - n
			onBar := p.checkers[side][Bar] > 0
			if p.checkers[side][from] == 0 || onBar && from != Bar || to < 1 || p.checkers[1-side][Bar-to] > 1 {
				continue
			}
			next := p
			if next.move(from, to) {
				cost = max(cost, to)
			}
			cost = max(cost, dearestHit(next, slices.Delete(slices.Clone(dice), i, i+1)))
		}
	}
	return cost
}
