package circuit

import (
	"slices"

	"github.com/ply-search/ply/transposition"
)

// useExclusive uses that each role makes exactly one of its moves. A gate that depends on the moves of one role alone
// is then a choice: a set of these moves, in which the one that is made is. Choices that are equal are merged. Where a
// gate has several choices of a role among its predecessors, they are replaced by their union, or in an And by their
// intersection, if its moves, or those outside it, are fewer than the wires of these choices.
//
// Descriptions say of nearly every fact that it stays if no move touches it. Without variables, that is an Or of most
// moves, and these make up most of a large circuit. With this, it is the negation of an Or of few.
func (g *Graph) useExclusive() bool {
	e := &exclusive{Graph: g, role: make([]int, len(g.gates)), sets: make([][]int32, len(g.gates)),
		possible: make([][]int32, len(g.Roles)), stamps: make([]int32, g.inputs), work: exclusiveWork}
	for node := range e.role {
		e.role[node] = -1
	}
	from, _ := g.span(partLegal)
	input := len(g.Facts)
	for role, moves := range g.Moves {
		for range moves {
			if !g.isFalse(g.outputs[from]) {
				e.role[input], e.sets[input] = role, []int32{int32(input)}
				e.possible[role] = append(e.possible[role], int32(input))
			}
			from, input = from+1, input+1
		}
	}
	order := g.order()
	for _, node := range order {
		e.learn(node)
	}
	if e.merge(order) {
		return true
	}
	changed := false
	for node := range int32(len(e.role)) {
		changed = e.combine(node) || changed
	}
	return changed
}

// exclusiveWork bounds the moves that a call of useExclusive looks at, and so its time, to about a tenth of a second,
// and its memory.
const exclusiveWork = 1 << 25

type exclusive struct {
	*Graph
	role     []int     // of a node: the role if the node is a choice, otherwise -1
	sets     [][]int32 // the moves of a choice, increasing
	possible [][]int32 // the moves of each role that are ever legal
	stamps   []int32   // of a move, how many choices have it
	work     int
}

// learn finds out whether a node is a choice.
func (e *exclusive) learn(node int32) {
	gate, preds := e.gates[node], e.preds[node]
	if gate == Input || len(preds) == 0 || e.onCycle(node) {
		return
	}
	role := e.role[preds[0]]
	for _, p := range preds {
		if role < 0 || e.role[p] != role {
			return
		}
	}
	if set, ok := e.join(gate, role, preds); ok {
		e.role[node], e.sets[node] = role, set
	}
}

// join returns the choice that a gate makes of choices of one role. It returns false if there is no time left.
func (e *exclusive) join(gate Gate, role int, choices []int32) (set []int32, ok bool) {
	for _, c := range choices {
		e.work -= len(e.sets[c])
		for _, move := range e.sets[c] {
			e.stamps[move]++
		}
	}
	e.work -= len(e.possible[role])
	for _, move := range e.possible[role] {
		n := e.stamps[move]
		e.stamps[move] = 0
		if gate == Or && n > 0 || gate == And && int(n) == len(choices) || gate == Not && n == 0 {
			set = append(set, move)
		}
	}
	return set, e.work >= 0
}

// others returns the moves of a role that are not in a set.
func (e *exclusive) others(role int, set []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(e.possible[role]), func(p int32) bool { return contains(set, p) })
}

// merge replaces choices by equal ones that come first, and by constants.
func (e *exclusive) merge(order []int32) bool {
	s := e.newSubstitution()
	first := make(map[uint64]int32)
	changed := false
	for _, node := range order {
		role := e.role[node]
		if role < 0 {
			continue
		}
		set := e.sets[node]
		switch len(set) {
		case 0:
			e.setFalse(node)
			changed = true
			continue
		case len(e.possible[role]):
			if e.gates[node] != Input {
				e.setTrue(node)
				changed = true
			}
			continue
		}
		hash := uint64(role)
		for _, move := range set {
			hash = transposition.Mix(hash ^ uint64(move)<<8)
		}
		same, known := first[hash]
		switch {
		case !known:
			first[hash] = node
		case e.gates[node] != Input && e.role[same] == role && slices.Equal(e.sets[same], set):
			s[node] = same
			changed = true
		}
	}
	if changed {
		e.apply(s)
	}
	return changed
}

// combine replaces the choices of each role among the predecessors of a gate, if that saves wires.
func (e *exclusive) combine(node int32) bool {
	gate := e.gates[node]
	if gate != And && gate != Or {
		return false
	}
	changed := false
	for role := range e.possible {
		choices, wires := 0, 0
		for _, p := range e.preds[node] {
			if e.isChoice(p, role) {
				choices++
				if wires++; e.gates[p] == Not {
					wires++
				}
			}
		}
		if choices >= 2 {
			changed = e.combineRole(node, role, choices, wires) || changed
		}
	}
	return changed
}

func (e *exclusive) isChoice(node int32, role int) bool {
	return int(node) < len(e.role) && e.role[node] == role
}

func (e *exclusive) combineRole(node int32, role, choices, wires int) bool {
	gate := e.gates[node]
	joined := make([]int32, 0, choices)
	rest := make([]int32, 0, len(e.preds[node])-choices+1)
	for _, p := range e.preds[node] {
		if e.isChoice(p, role) {
			joined = append(joined, p)
		} else {
			rest = append(rest, p)
		}
	}
	set, ok := e.join(gate, role, joined)
	inside, outside := len(set), len(e.possible[role])-len(set)
	if gate == And && inside > 1 {
		inside++ // an Or of its own
	}
	switch {
	case !ok:
		return false
	case gate == And && len(set) == 0:
		e.setFalse(node)
		return true
	case gate == Or && outside == 0:
		e.setTrue(node)
		return true
	case outside+1 < min(inside, wires):
		rest = append(rest, e.add(Not, []int32{e.add(Or, e.others(role, set))}))
	case inside >= wires:
		return false
	case gate == And && len(set) > 1:
		rest = append(rest, e.add(Or, set))
	default:
		rest = append(rest, set...)
	}
	e.preds[node] = rest
	e.tidy(node)
	return true
}
