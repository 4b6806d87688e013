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
	check: func(p *place) *finding {
		if !p.last {
			return nil
		}
		g := p.newGame()
		met := map[string]int{} // positions, by the number of moves before them
		look := func(line []move) *finding {
			key, _ := keyOf(g)
			if i, again := met[key]; again {
				return foundAt(line, "", "a position not met before on this line", fmt.Sprintf("that after %v", line[:i]))
			}
			return nil
		}
		for i := 0; ; i++ {
			line := p.line[:i]
			if f := look(line); f != nil {
				return f
			}
			key, _ := keyOf(g)
			met[key] = i
			for _, m := range p.sample(g.Moves(nil)) {
				g.Play(m)
				f := look(append(slices.Clip(line), m))
				g.Undo(m)
				if f != nil {
					return f
				}
			}
			if i == len(p.line) {
				return nil
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
		return func(p *place) *finding {
			for _, m := range p.sample(p.moves) {
				back, ok := p.game.Inverter.Inverse(m)
				if want, again := met[m]; !again {
					met[m] = answer{back, ok}
				} else if got := (answer{back, ok}); got != want {
					return p.found("", fmt.Sprintf("Inverse(%v) to be %v, %v, as in other positions", m, want.m, want.ok), fmt.Sprintf("%v, %v", back, ok))
				}
				if !ok {
					continue
				}
				if f := p.backAgain(m, back); f != nil {
					return f
				}
			}
			return nil
		}
	},
}

func (p *place) backAgain(m, back move) *finding {
	p.game.Play(m)
	solved, moves := isSolved(p.game), p.game.Moves(nil)
	p.game.Undo(m)
	did := fmt.Sprintf("playing %v, and %v, which is its inverse", m, back)
	switch {
	case solved:
		return nil
	case !slices.Contains(moves, back):
		return p.found(did, fmt.Sprintf("%v legal after %v", back, m), fmt.Sprintf("moves %v", moves))
	}
	p.game.Play(m)
	p.game.Play(back)
	now := p.look(p.game)
	p.game.Undo(back)
	p.game.Undo(m)
	if wanted, seen, differs := p.here().differsAsPosition(now); differs {
		return p.found(did, wanted+", as before", seen)
	}
	return nil
}
