package circuit

import (
	"fmt"
	"slices"
)

// part is a set of gates that are evaluated together.
type part int

const (
	partTerminal part = iota
	partLegal
	partGoal
	partNext
	partSees
	parts
)

func (p part) String() string {
	return [...]string{"terminal", "legal", "goal", "next", "sees"}[p]
}

// DependsOnMovesError reports that the end, a legal move or a goal depends on what the roles do, which a game
// description must not say.
type DependsOnMovesError struct{ Output string }

func (e *DependsOnMovesError) Error() string {
	return fmt.Sprintf("circuit: %s depends on the moves that are made in the same state", e.Output)
}

// partition says for each node in which part it is evaluated. It is that of Vittaut 2017, section 2.3.2.3, with the
// percepts: they are computed with the next state, before it replaces the present one.
//
// Parts are evaluated in the order terminal, then goal if the match has ended, or legal, next and sees if not. So what
// both branches need belongs to the first part.
func (g *Graph) partition() ([]part, error) {
	var needs [parts][]bool
	for p := range parts {
		from, to := g.span(p)
		needs[p] = g.reach(g.outputs[from:to])
	}
	for _, p := range []part{partTerminal, partLegal, partGoal} {
		if err := g.refuseMoves(p, needs[p]); err != nil {
			return nil, err
		}
	}
	of := make([]part, len(g.gates))
	for node := range of {
		p := partTerminal
		for p < parts && !needs[p][node] {
			p++
		}
		if of[node] = p; p < parts && needs[partGoal][node] && (p == partLegal || needs[partNext][node] || needs[partSees][node]) {
			of[node] = partTerminal
		}
	}
	return of, nil
}

// refuseMoves returns an error if an output of the part depends on a move that is made.
func (g *Graph) refuseMoves(p part, needs []bool) error {
	moves := func(needs []bool) bool { return slices.Contains(needs[len(g.Facts):g.inputs], true) }
	if !moves(needs) {
		return nil
	}
	from, to := g.span(p)
	for output := from; output < to; output++ {
		if moves(g.reach(g.outputs[output : output+1])) {
			return &DependsOnMovesError{g.describe(p, output-from)}
		}
	}
	return nil
}

// describe names an output of a part.
func (g *Graph) describe(p part, index int) string {
	switch p {
	case partGoal:
		goal := g.Goals[index]
		return fmt.Sprintf("goal %s %d", g.Roles[goal.Role], goal.Value)
	case partLegal:
		for role, moves := range g.Moves {
			if index < len(moves) {
				return fmt.Sprintf("legal %s %s", g.Roles[role], moves[index])
			}
			index -= len(moves)
		}
	}
	return p.String()
}
