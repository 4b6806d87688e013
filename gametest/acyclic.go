package gametest

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// acyclic looks at all positions of a line, and at those beside it, where the line ends.
func acyclic[M comparable]() law[M] {
	return law[M]{
		name: "acyclic",
		text: "Where Acyclic is true, no line of play meets a position twice.",
		needs: all(hasKey[M], func(g ply.Game[M]) bool {
			a, ok := g.(ply.Acyclic)
			return ok && a.Acyclic()
		}),
		begin: stateless(func(p *place[M]) *finding[M] {
			if !p.last {
				return nil
			}
			g := p.newGame()
			met := map[string]int{} // positions, by the number of moves before them
			look := func(line []M) *finding[M] {
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
		}),
	}
}
