package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

var commuteSymmetric = law{
	name:  "commuting either way",
	text:  "Commute(a, b) equals Commute(b, a).",
	needs: "ply.Commuter",
	check: func(p *place) {
		p.pairs(func(a, b move) { p.eitherWay("Commute", p.game.Commuter.Commute, a, b) })
	},
}

// eitherWay returns the result of a method for two moves, which must be symmetric.
func (p *place) eitherWay(name string, method func(a, b move) bool, a, b move) bool {
	there, back := method(a, b), method(b, a)
	if there != back {
		p.fail("", fmt.Sprintf("%s(%v, %v) like %s(%v, %v), %v", name, b, a, name, a, b, there), back)
	}
	return there
}

var commuteTrue = law{
	name:  "commuting",
	text:  "If two moves commute, each is legal after the other, and both orders lead to the same position.",
	needs: "ply.Commuter",
	tries: "two moves were met that commute",
	check: func(p *place) {
		p.pairs(func(a, b move) {
			if !p.game.Commuter.Commute(a, b) {
				return
			}
			p.tried()
			did := fmt.Sprintf("playing %v and %v, which commute", a, b)
			p.samePosition(p.playBoth(did, a, b), p.playBoth(did, b, a), did+", in both orders", ", as with the first before the second")
		})
	},
}

// playBoth returns the observation after two moves, the second of which must be legal after the first.
func (p *place) playBoth(did string, first, second move) *observation {
	p.game.Play(first)
	if moves := p.game.Moves(nil); !slices.Contains(moves, second) {
		p.fail(did, fmt.Sprintf("%v legal after %v", second, first), fmt.Sprintf("moves %v", moves))
	}
	p.game.Play(second)
	defer p.game.Undo(first)
	defer p.game.Undo(second)
	return p.look(p.game)
}

var commuteFootprint = law{
	name:  "commuting by footprint",
	text:  "Two legal moves commute exactly if neither modifies a precondition of the other and neither solves the puzzle.",
	needs: "ply.Commuter, ply.Footprinter",
	check: func(p *place) {
		p.pairs(func(a, b move) {
			want, why := commuteByFootprint(p.game, a, b)
			if got := p.game.Commuter.Commute(a, b); got != want {
				p.fail("", fmt.Sprintf("Commute(%v, %v) to be %v, since %s", a, b, want, why), got)
			}
		})
	},
}

func commuteByFootprint(g *subject, a, b move) (commute bool, why string) {
	f, h := footprintOf(g, a), footprintOf(g, b)
	for _, pair := range []struct {
		m, other      move
		writes, reads []ply.Condition
	}{{a, b, f.Modifications, h.Preconditions}, {b, a, h.Modifications, f.Preconditions}} {
		for _, w := range pair.writes {
			for _, r := range pair.reads {
				if w.Cell == r.Cell {
					return false, fmt.Sprintf("%v modifies cell %d, which %v needs", pair.m, w.Cell, pair.other)
				}
			}
		}
		if solves(g, pair.m) {
			return false, fmt.Sprintf("%v solves the puzzle", pair.m)
		}
	}
	return true, "neither modifies a precondition of the other or solves the puzzle"
}
