package circuit

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply/internal/scc"
)

// A part is a set of gates that are evaluated together.
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

// A DependsOnMovesError reports that the end, a legal move or a goal depends on moves, which game descriptions must not.
type DependsOnMovesError struct{ Output string }

func (e *DependsOnMovesError) Error() string {
	return fmt.Sprintf("circuit: %s depends on the moves that are made in the same state", e.Output)
}

// partition returns the part in which each node is evaluated: Vittaut 2017, section 2.3.2.3, with the percepts, which
// are computed with the next state. Parts are evaluated in the order terminal, then goal if the match has ended,
// otherwise legal, next and sees. What both branches need is evaluated with terminal.
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

// refuseMoves returns an error if an output of a part depends on a move.
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
		for role := range g.Roles {
			if at := index - g.firstMove(role) + len(g.Facts); at < len(g.Moves[role]) {
				return fmt.Sprintf("legal %s %s", g.Roles[role], g.Moves[role][at])
			}
		}
	}
	return p.String()
}

// A stratum is a set of mutually independent gates of a part, or one cycle of gates.
type stratum struct {
	gates []int32
	cycle bool
}

// strata divides the gates of each part into strata, which depend on earlier parts, inputs and earlier strata only:
// Vittaut 2017, algorithm 2.3. A cycle is a stratum by itself.
func (g *Graph) strata(of []part) [parts][]stratum {
	_, component, _ := scc.Components(g.preds)
	level := make([]int32, len(g.gates))
	var levels [parts][][]stratum // by level, the gates on no cycle and then the cycles
	for order := g.order(); len(order) > 0; {
		first, size := order[0], 1
		for size < len(order) && component[order[size]] == component[first] {
			size++
		}
		nodes := order[:size:size]
		order = order[size:]
		p := of[first]
		if p == parts || g.gates[first] == Input || g.isTrue(first) || g.isFalse(first) {
			level[first] = -1
			continue
		}
		at := int32(0)
		for _, node := range nodes {
			for _, pred := range g.preds[node] {
				if of[pred] == p && component[pred] != component[node] {
					at = max(at, level[pred]+1)
				}
			}
		}
		for _, node := range nodes {
			level[node] = at
		}
		for len(levels[p]) <= int(at) {
			levels[p] = append(levels[p], []stratum{{}})
		}
		if here := levels[p][at]; g.onCycle(first) {
			levels[p][at] = append(here, stratum{nodes, true})
		} else {
			here[0].gates = append(here[0].gates, nodes...)
		}
	}
	var result [parts][]stratum
	for p, all := range levels {
		for _, level := range all {
			if slices.Sort(level[0].gates); len(level[0].gates) == 0 {
				level = level[1:]
			}
			result[p] = append(result[p], level...)
		}
	}
	return result
}
