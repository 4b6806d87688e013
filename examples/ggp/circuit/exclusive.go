package circuit

import "slices"

// useExclusive uses that each role makes exactly one of its moves. An Or of more than half of them is the negation of an
// Or of the others, an And of two is false, and an And of negated moves is the negation of an Or. Descriptions say of
// nearly every fact that it stays if no move touches it, so that these sums are most of a large circuit.
func (g *Graph) useExclusive() bool {
	e := &exclusive{Graph: g, role: make([]int, g.inputs), possible: make([][]int32, len(g.Roles))}
	for node := range e.role {
		e.role[node] = -1
	}
	from, _ := g.span(partLegal)
	input := len(g.Facts)
	for role, moves := range g.Moves {
		for range moves {
			if !g.isFalse(g.outputs[from]) {
				e.role[input] = role
				e.possible[role] = append(e.possible[role], int32(input))
			}
			from, input = from+1, input+1
		}
	}
	changed := false
	for node := range int32(len(g.gates)) {
		switch g.gates[node] {
		case And:
			changed = e.and(node) || changed
		case Or:
			changed = e.or(node) || changed
		}
	}
	return changed
}

type exclusive struct {
	*Graph
	role     []int     // whose move an input is, -1 if nobody's or if it is never legal
	possible [][]int32 // the inputs of each role
}

// move returns whose move a node is, -1 if it is none.
func (e *exclusive) move(node int32) int {
	if int(node) < len(e.role) {
		return e.role[node]
	}
	return -1
}

// negatedMove returns whose move is negated by a node, -1 if none is.
func (e *exclusive) negatedMove(node int32) int {
	if e.gates[node] != Not {
		return -1
	}
	return e.move(e.preds[node][0])
}

func (e *exclusive) or(node int32) bool {
	changed := false
	for role, possible := range e.possible {
		preds := e.preds[node]
		isMove := func(p int32) bool { return e.move(p) == role }
		if 2*count(preds, isMove) <= len(possible) {
			continue
		}
		moves := slices.DeleteFunc(slices.Clone(preds), func(p int32) bool { return !isMove(p) })
		kept := slices.DeleteFunc(slices.Clone(preds), isMove)
		e.preds[node] = append(kept, e.add(Not, []int32{e.add(Or, e.others(role, moves))}))
		changed = true
	}
	return changed
}

// count returns how many nodes have a property.
func count(nodes []int32, has func(int32) bool) int {
	n := 0
	for _, node := range nodes {
		if has(node) {
			n++
		}
	}
	return n
}

// others returns the moves of a role that are not in a sorted list.
func (e *exclusive) others(role int, moves []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(e.possible[role]), func(p int32) bool { return contains(moves, p) })
}

func (e *exclusive) and(node int32) bool {
	changed := false
	for role, possible := range e.possible {
		isNegated := func(p int32) bool { return e.negatedMove(p) == role }
		made := count(e.preds[node], func(p int32) bool { return e.move(p) == role })
		if made > 1 {
			e.setFalse(node)
			return true
		}
		if made+count(e.preds[node], isNegated) < 2 {
			continue
		}
		var kept, negated []int32
		for _, p := range e.preds[node] {
			if isNegated(p) {
				negated = append(negated, e.preds[p][0])
			} else {
				kept = append(kept, p)
			}
		}
		slices.Sort(negated)
		switch {
		case made == 1 && slices.ContainsFunc(kept, func(p int32) bool { return contains(negated, p) }):
			e.setFalse(node)
			return true
		case made == 1: // the move made is another one
		case 2*len(negated) > len(possible):
			kept = append(kept, e.add(Or, e.others(role, negated)))
		default:
			kept = append(kept, e.add(Not, []int32{e.add(Or, negated)}))
		}
		e.preds[node] = kept // new nodes have the greatest numbers, so the order is right
		changed = true
	}
	return changed
}
