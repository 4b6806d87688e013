package gametest

import (
	"fmt"
	"slices"
)

// acyclic looks at all positions of a line, and at their successors, where the line ends.
var acyclic = law{
	name:  "acyclic",
	text:  "Where Acyclic is true, no line of play meets a position twice.",
	needs: "ply.Acyclic, " + anyKey,
	when:  func(g *subject) bool { return g.Acyclic.Acyclic() },
	check: func(p *place) {
		if !p.last {
			return
		}
		g := p.newGame()
		met := map[string]int{} // positions, by the number of moves before them
		look := func(line []move) {
			key, _ := keyOf(g)
			if i, again := met[key]; again {
				failAt(line, "", "a position not met before on this line", fmt.Sprintf("that after %v", line[:i]))
			}
		}
		for i := 0; ; i++ {
			line := p.line[:i]
			look(line)
			key, _ := keyOf(g)
			met[key] = i
			for _, m := range p.sample(g.Moves(nil)) {
				g.Play(m)
				look(append(slices.Clip(line), m))
				g.Undo(m)
			}
			if i == len(p.line) {
				return
			}
			g.Play(p.line[i])
		}
	},
}

var inverse = law{
	name:  "inverse",
	text:  "An inverse move is legal after its move, unless that solves the puzzle, leads back to the position before, and is the same in all positions.",
	needs: "search.Inverter",
	begin: func() check {
		type answer struct {
			m  move
			ok bool
		}
		met := map[move]answer{}
		return func(p *place) {
			for _, m := range p.sample(p.moves) {
				back, ok := p.game.Inverter.Inverse(m)
				if want, again := met[m]; !again {
					met[m] = answer{back, ok}
				} else if got := (answer{back, ok}); got != want {
					p.fail("", fmt.Sprintf("Inverse(%v) to be %v, %v, as in other positions", m, want.m, want.ok), fmt.Sprintf("%v, %v", back, ok))
				}
				if ok {
					p.backAgain(m, back)
				}
			}
		}
	},
}

func (p *place) backAgain(m, back move) {
	if !solves(p.game, m) {
		did := fmt.Sprintf("playing %v, and %v, which is its inverse", m, back)
		p.samePosition(p.here(), p.playBoth(did, m, back), did, ", as before")
	}
}
