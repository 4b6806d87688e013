package gametest

import (
	"fmt"
	"slices"
)

var threatLaws = []*law{&attacker, &standingOfGoal, &attacks, &traceOfMove}

const goalCapabilities = "threat.Game, ply.Passer"

// attacker also checks passes, since the game need not be adversarial.
var attacker = law{
	name:  "attacker",
	text:  "Attacking is a function of the position; Pass gives the turn to the other side, or refuses and changes nothing, and Unpass takes it back.",
	needs: goalCapabilities,
	begin: func() check {
		met := memory{}
		return func(p *place) {
			turn := func() string { return fmt.Sprintf("attacking: %v", p.game.Attacking()) }
			p.passes(turn, func() {})
			met.same(p.game, turn(), p.line)
		}
	},
}

const mostChanges = 2

var standingOfGoal = law{
	name:  "standing of the goal",
	text:  "Standing is Won, Lost or Open, whoever is to move; it adds cells of the game to the trace, and changes nothing else.",
	needs: goalCapabilities,
	check: func(p *place) {
		g := p.game
		for changes := range mostChanges + 1 {
			did := fmt.Sprintf("calling Standing(%d, trace)", changes)
			trace := p.trace()
			trace.Add(0)
			first := g.Standing(changes, trace).String()
			if first != won && first != lost && first != open {
				p.fail(did, "won, lost or open", first)
			}
			p.traced(trace, did)
			if !g.Pass() {
				continue
			}
			other := g.Standing(changes, p.trace()).String()
			g.Unpass()
			if other != first {
				p.fail(did+" after a pass", first+", as before the pass", other)
			}
		}
	},
}

func (p *place) trace() cellTrace { return p.game.newTrace("Standing", 1) }

func (p *place) isOpen() bool { return p.game.Standing(0, p.trace()).String() == open }

// traced checks the trace of a call that changes nothing else, to which cell 0 was added before.
func (p *place) traced(trace cellTrace, did string) {
	if !trace.Has(0) {
		p.fail(did+" with a trace that holds cell 0", "cell 0 in it", traceText(trace))
	}
	if c := p.game.Celled; c != nil {
		if list := slices.Collect(trace.Cells()); int(list[len(list)-1]) >= c.Cells() {
			p.fail(did, fmt.Sprintf("cells from 0 to %d", c.Cells()-1), traceText(trace))
		}
	}
	p.unchanged("after %s", did)
}

func traceText(t cellTrace) string { return fmt.Sprint("cells ", slices.Collect(t.Cells())) }

var attacks = law{
	name:  "attacks",
	text:  "Attacks appends legal moves of the attacker to its argument, none twice, and changes nothing.",
	needs: goalCapabilities,
	check: func(p *place) {
		g := p.game
		if !g.Attacking() || !p.isOpen() {
			return
		}
		const orders = 3
		for order := 1; order <= orders; order++ {
			list := func(dst []move) []move { return g.Attacks(order, dst) }
			someOfTheMoves(p, fmt.Sprintf("Attacks of order %d", order), list)
		}
	},
}

// traceOfMove plays moves that change no cell in the trace of a move, and then that move.
var traceOfMove = law{
	name:  "trace of a move",
	text:  "If a move of either side changes no cell that TraceMove adds, the traced move is still legal and leaves the same in those cells; TraceMove changes nothing but the trace.",
	needs: goalCapabilities + ", threat.Tracer, ply.Celled",
	check: func(p *place) {
		g := p.game
		if !g.Attacking() || !p.isOpen() || !p.last && !p.seldom() {
			return
		}
		for _, m := range p.sample(p.moves) {
			did := fmt.Sprintf("calling TraceMove(%v, 1, trace)", m)
			trace := p.trace()
			trace.Add(0)
			g.TraceMove(m, 1, trace)
			p.traced(trace, did)
			values := func() []int32 { return p.valuesOf(trace) }
			after := playing(g, m, values)
			p.aside(g, trace, func(did string) {
				if !p.isOpen() {
					return
				}
				if !slices.Contains(g.Moves(nil), m) {
					p.fail(did, fmt.Sprintf("%v still legal, since the cells of its trace, %s, have not changed", m, traceText(trace)), "not legal")
				}
				if now := playing(g, m, values); !slices.Equal(now, after) {
					p.fail(did+fmt.Sprintf(" and playing %v", m), fmt.Sprintf("%v in %s, as without the other move", after, traceText(trace)), now)
				}
			})
		}
	},
}

func (p *place) valuesOf(trace cellTrace) (values []int32) {
	for cell := range trace.Cells() {
		values = append(values, p.game.Celled.Cell(int(cell)))
	}
	return values
}

// aside calls look after moves of either side that change no cell of a trace, with the same side to move as before.
func (p *place) aside(g *subject, trace cellTrace, look func(did string)) {
	attacking := g.Attacking()
	before := p.valuesOf(trace)
	try := func(m move, did string) {
		g.Play(m)
		if passed := g.Attacking() != attacking; !passed || g.Pass() {
			if g.Attacking() == attacking && slices.Equal(p.valuesOf(trace), before) {
				look(did)
			}
			if passed {
				g.Unpass()
			}
		}
		g.Undo(m)
	}
	for _, m := range p.sample(p.moves) {
		try(m, fmt.Sprintf("playing %v and, unless the same side is to move again, passing", m))
	}
	if !g.Pass() {
		return
	}
	for _, m := range p.sample(g.Moves(nil)) {
		try(m, fmt.Sprintf("passing and playing %v", m))
	}
	g.Unpass()
}
